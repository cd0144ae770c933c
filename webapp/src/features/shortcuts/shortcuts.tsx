import { keepFocus } from '@/lib/keep-focus';
import { isTyping } from '@/lib/is-typing';
import { useSession } from '@/lib/session';
import { onShowShortcuts } from '@/lib/shortcut-help';
import { useModule } from '@/lib/use-module';
import { visibleMenu } from 'firmbook-wasm';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { goTo } from './keys';

const loadList = () => import('./shortcut-list');

/** Maximum time between `g` and the letter. */
const SECOND_KEY_MS = 1_500;

/**
 * Opens pages with `g` and a letter, and the list of shortcuts with `?`. Also keeps the focus on the page.
 * `earlyKeys` contains the keys pressed before this component was loaded.
 */
export function Shortcuts({ earlyKeys }: { earlyKeys: KeyboardEvent[] }) {
  const { permissions } = useSession();
  const pages = useMemo(() => goTo(visibleMenu(permissions)), [permissions]);
  const [opened, setOpened] = useState(false);
  const pressedAt = useRef<number | null>(null);
  const navigate = useNavigate();

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const since = pressedAt.current === null ? Infinity : event.timeStamp - pressedAt.current;
    pressedAt.current = null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    if (event.key === '?') setOpened(true);
    if (event.key === 'g' && since > SECOND_KEY_MS) pressedAt.current = event.timeStamp;
    const page = since <= SECOND_KEY_MS && pages.find(({ letter }) => letter === event.key);
    if (page) void navigate(page.path);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    earlyKeys.splice(0).forEach(listener);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [earlyKeys]);
  useEffect(keepFocus, []);
  useEffect(() => onShowShortcuts(() => setOpened(true)), []);

  const List = useModule(loadList, opened)?.ShortcutList;
  return List && <List pages={pages} opened={opened} onClose={() => setOpened(false)} />;
}

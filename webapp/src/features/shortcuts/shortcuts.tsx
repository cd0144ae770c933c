import { Dialog } from '@/components/dialog';
import { useSession } from '@/lib/session';
import { onShowShortcuts } from '@/lib/shortcut-help';
import { visibleMenu } from 'firmbook-wasm';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { goTo, SECTIONS } from './keys';
import classes from './shortcuts.module.css';

/** Time for the letter after `g`. */
const SECOND_KEY_MS = 1_500;

/** Handles `g` with a letter, and `?`, which lists all shortcuts. */
export function Shortcuts() {
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
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => onShowShortcuts(() => setOpened(true)), []);

  const sections = [
    ...SECTIONS,
    { title: 'Go to', keys: pages.map(({ letter, label }) => [`g ${letter}`, label] as const) },
  ];
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={() => setOpened(false)} action={null}>
      <div className={classes.sections}>
        {sections.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Whether the keys belong to a field, or to a dialog on top of the page. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
    null;

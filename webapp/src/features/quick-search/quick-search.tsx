import { IconSearch } from '@/components/icons';
import { useModule } from '@/lib/use-module';
import { useCallback, useEffect, useRef, useState } from 'react';
import classes from './quick-search.module.css';

const loadPalette = () => import('./palette');
const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** The search button in the header, with its keyboard shortcuts. */
export function QuickSearch() {
  const [opened, setOpened] = useState(false);
  const Palette = useModule(loadPalette, opened)?.Palette;
  const previousFocus = useRef<Element | null>(null);

  const open = useCallback(() => {
    if (!opened) previousFocus.current = document.activeElement;
    setOpened(true);
  }, [opened]);
  const close = () => {
    setOpened(false);
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-keyshortcuts="Control+K Meta+K"
        title="Quick search"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.words}>Quick search</span>
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {Palette && <Palette opened={opened} onClose={close} />}
    </>
  );
}

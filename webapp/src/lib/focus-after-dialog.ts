import { isFocusLost } from './keep-focus';

/** Dialogs restore the focus only after they have faded out. */
const RETURN_AFTER_MS = 200;
/** If a dialog still has the focus after this time, it was not closed. */
const TIMEOUT_MS = 3000;

/**
 * Focuses an element after a dialog has closed, because the menu item that opened it no longer exists.
 * On a busy machine, the dialog can take longer to fade out.
 */
export function focusAfterDialog(find: () => HTMLElement | null | undefined): void {
  const start = performance.now();
  const attempt = () => {
    if (isFocusLost()) find()?.focus();
    else if (document.activeElement?.closest('[role="dialog"]') && performance.now() - start < TIMEOUT_MS)
      wait();
  };
  const wait = () => setTimeout(attempt, RETURN_AFTER_MS);
  wait();
}

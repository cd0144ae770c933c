import { isFocusLost } from './keep-focus';

/** Dialogs restore the focus only after they have faded out. */
const RETURN_AFTER_MS = 200;
/** A dialog that still has the focus after this time stays open. */
const GIVE_UP_MS = 3000;

/**
 * Focuses an element after a dialog has closed. The menu item that opened the dialog no longer
 * exists then. On a busy machine the dialog can take longer to fade out.
 */
export function focusAfterDialog(find: () => HTMLElement | null | undefined): void {
  const start = performance.now();
  const attempt = () => {
    if (isFocusLost()) find()?.focus();
    else if (document.activeElement?.closest('[role="dialog"]') && performance.now() - start < GIVE_UP_MS)
      wait();
  };
  const wait = () => setTimeout(attempt, RETURN_AFTER_MS);
  wait();
}

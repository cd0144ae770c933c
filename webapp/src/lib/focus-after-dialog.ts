/** Dialogs restore the focus only after they have faded out. */
const RETURN_AFTER_MS = 200;

/**
 * Focuses an element after a dialog has closed. The menu item that opened the dialog no longer
 * exists then.
 */
export function focusAfterDialog(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) find()?.focus();
  }, RETURN_AFTER_MS);
}

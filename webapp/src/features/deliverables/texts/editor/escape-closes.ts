import type { KeyboardEvent } from 'react';

/** Props of the controls of a form in the editor. Escape closes the form, but not the dialog around the editor. */
export const escapeCloses = (close: () => void) => ({
  'data-mantine-stop-propagation': true,
  onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && close(),
});

import type { KeyboardEvent } from 'react';

/** Props for the controls of a form in the editor: Escape closes the form, but not the dialog around it. */
export const escapeCloses = (close: () => void) => ({
  'data-mantine-stop-propagation': true,
  onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && close(),
});

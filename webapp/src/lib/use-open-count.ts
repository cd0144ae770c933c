import { useState } from 'react';

/** Counts how often a dialog was opened. Used as a React key, the count resets the fields of the dialog. */
export function useOpenCount(opened: boolean): number {
  const [state, setState] = useState({ opened, count: 0 });
  if (state.opened !== opened) setState(({ count }) => ({ opened, count: opened ? count + 1 : count }));
  return state.count;
}

import { useState } from 'react';

/** Counts how often a dialog was opened. As the key of its fields, the count resets them. */
export function useOpenCount(opened: boolean): number {
  const [state, setState] = useState({ opened, count: 0 });
  if (state.opened !== opened) setState(({ count }) => ({ opened, count: opened ? count + 1 : count }));
  return state.count;
}

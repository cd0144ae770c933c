import { useRef, useState } from 'react';

/** Asks before an action loses unsaved changes. */
export function useQuestion(hasUnsaved: () => boolean, discard: () => void) {
  const [action, setAction] = useState<{ run: () => void } | null>(null);
  const before = useRef<Element | null>(null);

  const ask = (run: () => void) => {
    if (!hasUnsaved()) return run();
    before.current = document.activeElement;
    setAction({ run });
  };
  const answer = () => {
    setAction(null);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const leave = () => {
    answer();
    discard();
    action?.run();
  };
  return { isAsked: action !== null, ask, stay: answer, leave };
}

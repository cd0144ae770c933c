import { useRef, useState } from 'react';

/** Asks before an action loses unsaved changes. */
export function useDiscardConfirmation(hasUnsaved: () => boolean, discard: () => void) {
  const [action, setAction] = useState<{ run: () => void } | null>(null);
  const before = useRef<Element | null>(null);

  const confirm = (run: () => void) => {
    if (!hasUnsaved()) return run();
    before.current = document.activeElement;
    setAction({ run });
  };
  const close = () => {
    setAction(null);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const discardAndContinue = () => {
    close();
    discard();
    action?.run();
  };
  return { isConfirming: action !== null, confirm, stay: close, discardAndContinue };
}

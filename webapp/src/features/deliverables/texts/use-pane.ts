import { useEffect, useRef, useState } from 'react';

/**
 * Manages the part of the form that narrow screens show. Shows and focuses the text after an error. Also
 * focuses the text when the form reappears after another step.
 */
export function usePane(error: string | null, isHidden: boolean) {
  const [pane, setPane] = useState('text');
  const [lastError, setLastError] = useState(error);
  if (error !== lastError) {
    setLastError(error);
    if (error !== null) setPane('text');
  }
  const text = useRef<HTMLDivElement>(null);
  const wasHidden = useRef(false);
  useEffect(() => {
    const isBack = wasHidden.current && !isHidden;
    wasHidden.current = isHidden;
    if (isBack || error !== null) text.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  }, [error, isHidden]);
  return { pane, setPane, text };
}

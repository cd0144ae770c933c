import { useEffect, useRef, useState } from 'react';

/**
 * Which part of the form narrow screens show. An error shows the text. The focus moves to the text
 * after an error and when another step gives way to the form again.
 */
export function usePane(error: string | null, isHidden: boolean) {
  const [pane, setPane] = useState('text');
  const [before, setBefore] = useState(error);
  if (error !== before) {
    setBefore(error);
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

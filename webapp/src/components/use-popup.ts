import { useEffect, useRef, type RefObject } from 'react';

/** Toasts say it of themselves: what is pressed there may be about the popup, as where it takes something back. */
export const ASIDE = { 'data-aside': true } as const;

/** Closes a popup on a press anywhere but in it, in what it belongs to and in toasts. */
export function usePressOutside(
  opened: boolean,
  inside: readonly RefObject<HTMLElement | null>[],
  close: () => void,
) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!opened) return;
    const onPress = (event: PointerEvent) => {
      const target = event.target as Element;
      if (target.closest('[data-aside]')) return;
      if (!inside.some((part) => part.current?.contains(target))) latest.current();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
    // The parts are refs: their identity does not matter.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened]);
}

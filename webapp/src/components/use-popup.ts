import { useEffect, useRef, type RefObject } from 'react';

/** Closes a popup on a press anywhere but in it and in what it belongs to. */
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
      const target = event.target as Node;
      if (!inside.some((part) => part.current?.contains(target))) latest.current();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
    // The parts are refs: their identity does not matter.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened]);
}

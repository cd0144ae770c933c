import { useEffect, useRef, type RefObject } from 'react';

/** Marks toasts. Clicking in a toast does not close a popup, because its Undo may belong to the popup. */
export const TOAST_MARK = { 'data-aside': true } as const;

/** Closes a popup on a press outside of `inside` and of toasts. */
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
    // `inside` holds refs, whose identity does not matter.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened]);
}

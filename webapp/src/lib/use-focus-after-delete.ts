import { useEffect, useRef } from 'react';

/**
 * Moves the focus to `target` after a row with the focused button was deleted. Call `willDelete`
 * with the uuid of the row before its deletion.
 */
export function useFocusAfterDelete(rows: readonly { uuid: string }[]) {
  const target = useRef<HTMLButtonElement>(null);
  const deleted = useRef<string | null>(null);
  useEffect(() => {
    if (deleted.current === null || rows.some(({ uuid }) => uuid === deleted.current)) return;
    deleted.current = null;
    if (document.activeElement === document.body) target.current?.focus();
  }, [rows]);
  return {
    target,
    willDelete: (uuid: string) => {
      deleted.current = uuid;
    },
  };
}

import { useCallback, useRef } from 'react';

/**
 * Tracks whether a form has unsaved changes. The form calls `setUnsaved`, and its guard calls `hasUnsaved`.
 * The state is a ref, because after saving, a form closes its panel before it renders again.
 */
export function useUnsaved() {
  const isUnsaved = useRef(false);
  const setUnsaved = useCallback((next: boolean) => {
    isUnsaved.current = next;
  }, []);
  const hasUnsaved = useCallback(() => isUnsaved.current, []);
  return { hasUnsaved, setUnsaved };
}

import { useCallback, useRef } from 'react';

/**
 * Whether a form has unsaved changes. The form reports to `setUnsaved`, and the guard around it
 * asks `hasUnsaved`. The value is a ref, because after saving, a form closes its panel before it
 * renders again.
 */
export function useUnsaved() {
  const isUnsaved = useRef(false);
  const setUnsaved = useCallback((next: boolean) => {
    isUnsaved.current = next;
  }, []);
  const hasUnsaved = useCallback(() => isUnsaved.current, []);
  return { hasUnsaved, setUnsaved };
}

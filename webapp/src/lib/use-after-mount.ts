import { useDeferredValue } from 'react';

/**
 * `opened`, but not while mounting: what opens as it is mounted would not notice who had the focus before, and could
 * not give it back.
 */
export const useAfterMount = (opened: boolean) => useDeferredValue(opened, false);

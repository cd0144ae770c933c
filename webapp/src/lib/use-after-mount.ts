import { useDeferredValue } from 'react';

/**
 * Returns `opened`, except that it is false during mount. Mantine records the previously focused
 * element only when a component opens after mounting, and needs it to return the focus.
 */
export const useAfterMount = (opened: boolean) => useDeferredValue(opened, false);

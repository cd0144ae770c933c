import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router';

/**
 * Returns a function that tells whether a navigation to another page is in progress. The code of
 * the next page may load slowly, and a delayed update of the list must not cancel the navigation.
 * Reads the router's state, because the rendered state lags behind.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(RouterContext)?.router;
  return useCallback(() => {
    const next = router?.state.navigation.location;
    return next !== undefined && next.pathname !== router?.state.location.pathname;
  }, [router]);
}

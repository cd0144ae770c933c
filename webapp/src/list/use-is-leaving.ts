import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router';

/**
 * Asks whether another page is being opened, whose code may take a while: what a list does by itself must not call its
 * user back then. The router's own state knows before the next render does.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(RouterContext)?.router;
  return useCallback(() => {
    const next = router?.state.navigation.location;
    return next !== undefined && next.pathname !== router?.state.location.pathname;
  }, [router]);
}

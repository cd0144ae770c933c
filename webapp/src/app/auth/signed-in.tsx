import { Outlet } from 'react-router';
import { SessionGuard } from '../session/session-guard';
import { RequireSignIn } from './require-sign-in';

/** Layout route for all pages that require a sign-in. */
export function SignedIn() {
  return (
    <RequireSignIn>
      <SessionGuard>
        <Outlet />
      </SessionGuard>
    </RequireSignIn>
  );
}

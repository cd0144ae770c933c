import { Outlet } from 'react-router';
import { SessionGuard } from '../session/session-guard';
import { RequireSignIn } from './require-sign-in';

/** Everything behind the sign-in. */
export function SignedIn() {
  return (
    <RequireSignIn>
      <SessionGuard>
        <Outlet />
      </SessionGuard>
    </RequireSignIn>
  );
}

import { Outlet } from 'react-router';
import { LoadSession } from './load-session';
import { RequireSignIn } from './require-sign-in';

/** Everything behind the sign-in. */
export function SignedIn() {
  return (
    <RequireSignIn>
      <LoadSession>
        <Outlet />
      </LoadSession>
    </RequireSignIn>
  );
}

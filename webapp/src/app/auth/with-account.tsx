import { useSession } from '@/lib/session';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadSession } from './load-session';
import classes from './with-account.module.css';

const AccountBanner = lazy(async () => ({
  default: (await import('./account-banner')).AccountBanner,
}));

/** Layout route for all pages that require an account. */
export function WithAccount() {
  return (
    <LoadSession>
      <Frame />
    </LoadSession>
  );
}

function Frame() {
  const { impersonation, adminUserType, firmId } = useSession().user;
  const isGuest = adminUserType !== null && firmId > 0;
  if (!impersonation && !isGuest) return <Outlet />;
  // Render no page content before the banner.
  return (
    <Suspense>
      <div className={classes.frame}>
        <AccountBanner />
        <Outlet />
      </div>
    </Suspense>
  );
}

import { useSession } from '@/lib/session';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadSession } from './load-session';
import classes from './with-account.module.css';

const ImpersonationBanner = lazy(async () => ({
  default: (await import('@/features/impersonation/impersonation-banner')).ImpersonationBanner,
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
  const { impersonation } = useSession().user;
  if (!impersonation) return <Outlet />;
  // Render no page content before the impersonation banner.
  return (
    <Suspense>
      <div className={classes.frame}>
        <ImpersonationBanner impersonation={impersonation} />
        <Outlet />
      </div>
    </Suspense>
  );
}

import { NoAccessPage } from '@/components/dead-end-pages';
import { PageLoader } from '@/components/page-loader';
import { paths } from '@/lib/paths';
import { Suspense, useEffect, useRef } from 'react';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { useParts } from './use-parts';
import classes from './settings.module.css';

/** Layout of the settings page: tabs and the open section. */
export function SettingsPage() {
  const parts = useParts();
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  // On a phone, the row of tabs scrolls.
  useEffect(() => {
    const open = [...(tabs.current?.children ?? [])].find((tab) => tab.getAttribute('href') === pathname);
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  if (parts.length === 0) return <NoAccessPage noun="settings" />;
  const isOpen = pathname === paths.settings || parts.some(({ to }) => to === pathname);
  return (
    <section className={classes.page} aria-labelledby="settings-title">
      <div className={classes.top}>
        <h1 id="settings-title">Settings</h1>
        <nav ref={tabs} aria-label="Settings" className={classes.tabs}>
          {parts.map(({ to, label }) => (
            <NavLink key={to} to={to} className={classes.tab}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      {isOpen ? (
        <Suspense fallback={<PageLoader label="Loading settings" />}>
          <Outlet />
        </Suspense>
      ) : (
        <p className={classes.part}>You don’t have access to this section.</p>
      )}
    </section>
  );
}

/** Redirects `/settings` to the first section. */
export function FirstPart() {
  const [first] = useParts();
  return first && <Navigate to={first.to} replace />;
}

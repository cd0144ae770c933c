import { IconLifebuoy, IconSettings } from '@/components/icons';
import { Logo } from '@/components/logo';
import { Bell } from '@/features/notifications/bell';
import { QuickSearch } from '@/features/quick-search/quick-search';
import { useParts } from '@/features/settings/use-parts';
import { useBranding } from '@/lib/branding';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { whenIdle } from '@/lib/when-idle';
import { visibleMenu } from 'firmbook-wasm';
import { useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useNavigation } from 'react-router';
import { AccountMenu } from './account-menu';
import { FavoritesMenu } from './favorites-menu';
import { HeaderLink } from './header-link';
import { MainMenu } from './main-menu';
import { NarrowMenu } from './narrow-menu';
import { OfflineBanner } from './offline-banner';
import { useAppearance } from './use-appearance';
import { useHubConnection } from './use-hub-connection';
import classes from './shell.module.css';

const loadShortcuts = () => import('@/features/shortcuts/shortcuts');
/** Keys pressed before the shortcuts were loaded. They are handled afterwards. */
const earlyKeys: KeyboardEvent[] = [];
const MAX_EARLY_KEYS = 20;

/** Layout of every signed-in page: header with the menu, then the page. */
export function Shell() {
  useAppearance();
  useHubConnection();
  const { platformName, appLogoUrl } = useBranding();
  const { permissions } = useSession();
  const menu = useMemo(() => visibleMenu(permissions), [permissions]);
  const hasSearch = useCan('showQuickSearch', 'read');
  const hasSupport = useCan('canViewSupport', 'read');
  const hasSettings = useParts().length > 0;
  const hasBell = useCan('canViewMyNotifications', 'read');
  const [needsShortcuts, setNeedsShortcuts] = useState(false);
  const Shortcuts = useModule(loadShortcuts, needsShortcuts)?.Shortcuts;
  useEffect(() => whenIdle(() => setNeedsShortcuts(true)), []);
  useEffect(() => {
    if (Shortcuts) return;
    const storeKey = (event: KeyboardEvent) => {
      setNeedsShortcuts(true);
      if (earlyKeys.length < MAX_EARLY_KEYS) earlyKeys.push(event);
    };
    window.addEventListener('keydown', storeKey);
    return () => window.removeEventListener('keydown', storeKey);
  }, [Shortcuts]);
  const isLeaving = useNavigation().state === 'loading';
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <NarrowMenu menu={menu} />
        <Link className={classes.logo} to={paths.home} aria-label={`${platformName}, home`}>
          {appLogoUrl ? <img src={appLogoUrl} alt="" /> : <Logo name={platformName} />}
        </Link>
        <MainMenu menu={menu} />
        <div className={classes.spacer} />
        <div className={classes.tools}>
          {hasSearch && <QuickSearch />}
          <FavoritesMenu />
          {hasSupport && (
            <HeaderLink to={paths.support} label="Support">
              <IconLifebuoy size={20} stroke={1.7} aria-hidden />
            </HeaderLink>
          )}
          {hasSettings && (
            <HeaderLink to={paths.settings} label="Settings">
              <IconSettings size={20} stroke={1.7} aria-hidden />
            </HeaderLink>
          )}
          {hasBell && <Bell />}
        </div>
        <AccountMenu />
      </header>
      <OfflineBanner />
      {Shortcuts && <Shortcuts earlyKeys={earlyKeys} />}
      {isLeaving && <div className={classes.progress} role="progressbar" aria-label="Loading page" />}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

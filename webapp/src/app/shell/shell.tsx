import { useConfig } from '@/lib/config';
import { Logo } from '@/components/logo';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { visibleMenu } from 'firmbook-wasm';
import { useMemo } from 'react';
import { Link, Outlet, useNavigation } from 'react-router';
import { AccountMenu } from './account-menu';
import { MainMenu } from './main-menu';
import { NarrowMenu } from './narrow-menu';
import classes from './shell.module.css';

/** The frame around every page: header with the menu, then the page. */
export function Shell() {
  const { platformName } = useConfig();
  const { permissions } = useSession();
  const menu = useMemo(() => visibleMenu(permissions), [permissions]);
  const isLeaving = useNavigation().state === 'loading';
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <NarrowMenu menu={menu} />
        <Link className={classes.logo} to={paths.home} aria-label={`${platformName}, home`}>
          <Logo name={platformName} />
        </Link>
        <MainMenu menu={menu} />
        <div className={classes.spacer} />
        <AccountMenu />
      </header>
      {isLeaving && <div className={classes.progress} role="progressbar" aria-label="Loading the page" />}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

import type { ReactNode } from 'react';
import { FullLogo } from './full-logo';
import classes from './page.module.css';

/** A page without the frame: before somebody is signed in, or when the frame itself cannot be shown. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.bare}>
      <div className={classes.logo}>
        <FullLogo />
      </div>
      {children}
    </main>
  );
}

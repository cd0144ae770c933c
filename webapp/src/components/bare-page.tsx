import type { ReactNode } from 'react';
import { FullLogo } from './full-logo';
import classes from './page.module.css';

/** A page without the shell, for use before sign-in or after the shell crashed. */
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

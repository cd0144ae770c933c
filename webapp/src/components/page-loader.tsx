import { Loader } from '@mantine/core';
import classes from './page.module.css';

/** A whole page that waits. Says nothing in the first moments, so that quick answers do not flicker. */
export function PageLoader({ label }: { label: string }) {
  return (
    <div className={classes.loader} role="status" aria-label={label}>
      <Loader size="sm" />
      <span>{label}…</span>
    </div>
  );
}

import { Loader } from '@mantine/core';
import classes from './page.module.css';

/** Loading state of a whole page. Appears after a short delay to avoid flicker. */
export function PageLoader({ label }: { label: string }) {
  return (
    <div className={classes.loader} role="status" aria-label={label}>
      <Loader size="sm" />
      <span>{label}…</span>
    </div>
  );
}

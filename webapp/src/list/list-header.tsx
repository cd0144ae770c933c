import { Breadcrumb, type Crumb } from '@/components/breadcrumb';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { useOnline } from '@/lib/use-online';
import type { ReactNode } from 'react';
import { formatCount } from './grid/format-cell';
import classes from './list-page.module.css';

interface ListHeaderProps {
  crumbs: readonly Crumb[];
  title: string;
  total?: number | undefined;
  /** When the rows were loaded, in milliseconds. Shown while offline. */
  loadedAt?: number;
  action?: ReactNode;
  children?: ReactNode;
}

/** Title and row count of the list, its primary action and its tools. */
export function ListHeader({ crumbs, title, total, loadedAt, action, children }: ListHeaderProps) {
  const isOnline = useOnline();
  const { timeZone } = useSession().user;
  const asOf = !isOnline && loadedAt ? formatTimestamp(new Date(loadedAt).toISOString(), timeZone) : null;
  return (
    <div className={classes.top}>
      <div className={classes.title}>
        <div>
          <Breadcrumb parts={crumbs} />
          <h1>
            {title}
            <span className={classes.count} role="status">
              {total === undefined ? '' : formatCount(total)}
              {asOf && ` · as of ${asOf}`}
            </span>
          </h1>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

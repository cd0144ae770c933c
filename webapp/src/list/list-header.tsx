import { Breadcrumb, type Crumb } from '@/components/breadcrumb';
import type { ReactNode } from 'react';
import { formatCount } from './grid/format-cell';
import classes from './list-page.module.css';

interface ListHeaderProps {
  crumbs: readonly Crumb[];
  title: string;
  total?: number | undefined;
  action?: ReactNode;
  children?: ReactNode;
}

/** Title and row count of the list, its primary action and its tools. */
export function ListHeader({ crumbs, title, total, action, children }: ListHeaderProps) {
  return (
    <div className={classes.top}>
      <div className={classes.title}>
        <div>
          <Breadcrumb parts={crumbs} />
          <h1>
            {title}
            <span className={classes.count} role="status">
              {total === undefined ? '' : formatCount(total)}
            </span>
          </h1>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

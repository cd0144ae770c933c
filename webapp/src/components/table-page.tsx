import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table-page.module.css';

interface TablePageProps {
  crumbs: readonly string[];
  title: string;
  /** Undefined while loading. */
  total?: number | undefined;
  /** Embedded in a page that has its own heading. */
  isEmbedded?: boolean;
  isAllowed: boolean;
  tools?: ReactNode;
  error: Error | null;
  isLoading: boolean;
  onRetry: () => void;
  isEmpty: boolean;
  /** Text of the empty state. */
  nothing: string;
  note?: string | undefined;
  columns: readonly string[];
  /** Indexes of numeric columns. */
  numbers?: readonly number[];
  /** The rows contain no focusable elements, so the table itself is focusable for scrolling. */
  isPlain?: boolean;
  children: ReactNode;
}

/** A page with a table short enough to load at once. */
export function TablePage(props: TablePageProps) {
  const { title, total, isAllowed, error, isLoading, isEmpty, numbers = [] } = props;
  return (
    <section className={classes.page} aria-label={title}>
      <div className={classes.top}>
        {!props.isEmbedded && (
          <div>
            <Breadcrumb parts={props.crumbs} />
            <h1>
              {title}
              <span className={classes.count} role="status">
                {total?.toLocaleString('en-US')}
              </span>
            </h1>
          </div>
        )}
        {isAllowed && props.tools && <div className={classes.tools}>{props.tools}</div>}
      </div>
      <div
        className={classes.scroller}
        {...(props.isPlain && {
          tabIndex: 0,
          role: 'region',
          'aria-label': `Table of ${title.toLowerCase()}`,
        })}
      >
        {!isAllowed ? (
          <p className={classes.state}>You have no access to {title.toLowerCase()}.</p>
        ) : error ? (
          <p className={classes.state} role="alert">
            {error.message}{' '}
            <Button variant="subtle" size="compact-sm" onClick={props.onRetry}>
              Retry
            </Button>
          </p>
        ) : isLoading ? (
          <p className={classes.state} role="status">
            Loading {title.toLowerCase()}…
          </p>
        ) : isEmpty ? (
          <p className={classes.state} role="status">
            {props.nothing}
          </p>
        ) : (
          <table className={classes.table} aria-label={title}>
            <thead>
              <tr>
                {props.columns.map((column, i) => (
                  <th key={column} scope="col" data-number={numbers.includes(i) || undefined}>
                    {column || <span className={classes.hidden}>Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{props.children}</tbody>
          </table>
        )}
        {props.note && <p className={classes.note}>{props.note}</p>}
      </div>
    </section>
  );
}

import { Breadcrumb } from '@/components/breadcrumb';
import type { ComponentProps, ReactNode } from 'react';
import { TableHead, type Column } from './data-table';
import { NoAccessPage } from './dead-end-pages';
import { QueryState, type LoadedQuery } from './query-state';
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
  query: LoadedQuery<unknown>;
  isEmpty: boolean;
  /** Text of the empty state. */
  empty: string;
  note?: string | undefined;
  columns: readonly Column[];
  /** The rows contain no focusable elements, so the table itself is focusable for scrolling. */
  isPlain?: boolean;
  children: ReactNode;
}

/** A page with a table that is short enough to be loaded at once. */
export function TablePage(props: TablePageProps) {
  const { title, total, isAllowed } = props;
  const noun = title.toLowerCase();
  if (!isAllowed && !props.isEmbedded) return <NoAccessPage noun={noun} />;
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
        {...(props.isPlain && { tabIndex: 0, role: 'region', 'aria-label': `Table of ${noun}` })}
      >
        {isAllowed ? (
          <QueryState
            query={props.query}
            subject={noun}
            isEmpty={() => props.isEmpty}
            empty={props.empty}
            className={classes.message}
          >
            {() => (
              <table className={classes.table} aria-label={title}>
                <TableHead columns={props.columns} />
                <tbody>{props.children}</tbody>
              </table>
            )}
          </QueryState>
        ) : (
          <p className={classes.message}>You don’t have access to {noun}.</p>
        )}
        {props.note && <p className={classes.message}>{props.note}</p>}
      </div>
    </section>
  );
}

/** The name of a row's entry as a button that opens the entry. */
export const RowName = (props: ComponentProps<'button'>) => (
  <button type="button" className={classes.name} {...props} />
);

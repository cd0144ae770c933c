import { TableHead } from '@/components/data-table';
import { LoadError } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import { ApiError } from '@/lib/http';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { formatCell, formatCount } from '@/list/grid/format-cell';
import type { Row } from '@/list/types';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { changesQuery } from '../api/calls';
import type { ChangedRow, ReportChanges } from 'firmbook-wasm';
import { totalColumn } from '../kinds';
import classes from './changes.module.css';
import type { Report } from '../api/report';

interface ChangesPanelProps {
  report: Report;
  rowPath: (row: Row) => string;
  opened: boolean;
  onClose: () => void;
  /** Undefined if the user may not subscribe. */
  onSubscribe: (() => void) | undefined;
}

/** Shows the changes to a report since the user's last notification. */
export function ChangesPanel({ report, rowPath, opened, onClose, onSubscribe }: ChangesPanelProps) {
  const changes = useQuery({ ...changesQuery(report.uuid), enabled: opened });
  const isUnknown = changes.error instanceof ApiError && changes.error.status === 404;
  return (
    <SidePanel title="What changed" opened={opened} onClose={onClose}>
      <div className={classes.body}>
        {changes.isPending && <p role="status">Comparing…</p>}
        {isUnknown && (
          <>
            <p role="status">Subscribe to the report to track its changes.</p>
            {onSubscribe && (
              <Button variant="default" onClick={onSubscribe}>
                Subscribe…
              </Button>
            )}
          </>
        )}
        {changes.isError && !isUnknown && (
          <LoadError subject="the changes" error={changes.error} onRetry={changes.refetch} />
        )}
        {changes.data && <Changes changes={changes.data} rowPath={rowPath} />}
      </div>
    </SidePanel>
  );
}

interface ChangesProps {
  changes: ReportChanges;
  rowPath: (row: Row) => string;
}

function Changes({ changes: { since, rowsIn, rowsOut, came, went, totals }, rowPath }: ChangesProps) {
  const { timeZone } = useSession().user;
  const isSame = rowsIn === 0 && rowsOut === 0 && totals.length === 0;
  return (
    <>
      <p className={classes.since}>Since {formatTimestamp(since, timeZone)}</p>
      {isSame && <p>Nothing changed.</p>}
      {totals.length > 0 && (
        <table className={classes.table}>
          <caption>Totals</caption>
          <TableHead columns={['Total', 'Before', 'After']} />
          <tbody>
            {totals.map(({ key, before, after }) => {
              const column = totalColumn(key);
              return (
                column && (
                  <tr key={key}>
                    <th scope="row">{column.defaultLabel}</th>
                    <td>{formatCell(column, before)}</td>
                    <td>{formatCell(column, after)}</td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      )}
      <ChangedRows title="Rows added" sign="+" count={rowsIn} rows={came} rowPath={rowPath} />
      <ChangedRows title="Rows removed" sign="−" count={rowsOut} rows={went} rowPath={rowPath} />
    </>
  );
}

interface ChangedRowsProps {
  title: string;
  sign: '+' | '−';
  count: number;
  rows: readonly ChangedRow[];
  rowPath: (row: Row) => string;
}

function ChangedRows({ title, sign, count, rows, rowPath }: ChangedRowsProps) {
  if (count === 0) return null;
  return (
    <section className={classes.rows} aria-label={title}>
      <h3>
        {title}{' '}
        <span>
          {sign}
          {formatCount(count)}
        </span>
      </h3>
      <ul>
        {rows.map(({ uuid, label }) => (
          <li key={uuid}>
            {label === null ? 'A row you can no longer access' : <Link to={rowPath({ uuid })}>{label}</Link>}
          </li>
        ))}
        {count > rows.length && <li>and {formatCount(count - rows.length)} more</li>}
      </ul>
    </section>
  );
}

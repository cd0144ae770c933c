import { QueryState } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import { useSession } from '@/lib/session';
import { formatCell } from '@/list/grid/format-cell';
import type { Row } from '@/list/types';
import { useQuery } from '@tanstack/react-query';
import { listDefinition } from 'firmbook-wasm';
import { Link } from 'react-router';
import { findEntry } from './audit-source';
import classes from './entry-panel.module.css';
import { useRecordPath } from './use-record-path';

/** Side panel with all details of an audit log entry. */
export function EntryPanel({ uuid, onClose }: { uuid: string | null; onClose: () => void }) {
  return (
    <SidePanel title="Audit log entry" opened={uuid !== null} onClose={onClose}>
      <div className={classes.entry}>{uuid && <Entry uuid={uuid} />}</div>
    </SidePanel>
  );
}

function Entry({ uuid }: { uuid: string }) {
  const query = useQuery({
    queryKey: ['auditEntry', uuid],
    queryFn: ({ signal }) => findEntry(uuid, signal),
  });
  return (
    <QueryState query={query} subject="the entry" isEmpty={(row) => row === null} empty="Entry not found.">
      {(row) => row && <Fields row={row} />}
    </QueryState>
  );
}

const WHAT_COLUMNS = ['at', 'user', 'onBehalfOf', 'action', 'recordKind', 'record'];
const TECHNICAL_COLUMNS = ['recordUuid', 'traceId', 'entryId'];

function Fields({ row }: { row: Row }) {
  const details = String(row.details ?? '');
  return (
    <>
      <dl>
        <ColumnValues row={row} keys={WHAT_COLUMNS} />
        {row.recordDeleted && <ColumnValues row={row} keys={['recordDeleted']} />}
        {details && (
          <div>
            <dt>{row.action === 'change' ? 'What changed' : 'Details'}</dt>
            {details.split('; ').map((detail) => (
              <dd key={detail}>{detail}</dd>
            ))}
          </div>
        )}
        <ColumnValues row={row} keys={['address']} />
      </dl>
      <details className={classes.technical}>
        <summary>Technical details</summary>
        <dl>
          <ColumnValues row={row} keys={TECHNICAL_COLUMNS} />
        </dl>
      </details>
    </>
  );
}

/** The values of the columns `keys` that are not empty, with their labels. */
function ColumnValues({ row, keys }: { row: Row; keys: readonly string[] }) {
  const { timeZone } = useSession().user;
  const { columns } = listDefinition('auditLog');
  const path = useRecordPath()(row);
  return keys.map((key) => {
    const column = columns.find((other) => other.key === key);
    const text = column && formatCell(column, row[key], timeZone);
    if (!text) return null;
    return (
      <div key={key}>
        <dt>{column.defaultLabel}</dt>
        <dd>{key === 'record' && path ? <Link to={path}>{text}</Link> : text}</dd>
      </div>
    );
  });
}

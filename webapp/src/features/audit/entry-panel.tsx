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

function Fields({ row }: { row: Row }) {
  const { timeZone } = useSession().user;
  const { columns } = listDefinition('auditLog');
  const details = String(row.details ?? '');
  const path = useRecordPath()(row);
  return (
    <dl>
      {columns
        .filter(({ key }) => key !== 'date' && key !== 'details')
        .map((column) => (
          <div key={column.key}>
            <dt>{column.defaultLabel}</dt>
            <dd>
              {column.key === 'record' && path ? (
                <Link to={path}>{String(row.record)}</Link>
              ) : (
                formatCell(column, row[column.key], timeZone) || '-'
              )}
            </dd>
          </div>
        ))}
      {details && (
        <div>
          <dt>Details</dt>
          {details.split('; ').map((detail) => (
            <dd key={detail}>{detail}</dd>
          ))}
        </div>
      )}
    </dl>
  );
}

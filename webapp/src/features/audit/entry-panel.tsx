import { SidePanel } from '@/components/side-panel';
import { useSession } from '@/lib/session';
import { formatCell } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDefinition } from 'firmbook-wasm';
import { findEntry } from './audit-source';
import classes from './entry-panel.module.css';

const nothingTyped = () => false;

/** Side panel with all details of an audit log entry. */
export function EntryPanel({ uuid, onClose }: { uuid: string | null; onClose: () => void }) {
  return (
    <SidePanel title="Audit log entry" opened={uuid !== null} onClose={onClose} hasUnsaved={nothingTyped}>
      <div className={classes.entry}>{uuid && <Entry uuid={uuid} />}</div>
    </SidePanel>
  );
}

function Entry({ uuid }: { uuid: string }) {
  const { timeZone } = useSession().user;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['auditEntry', uuid],
    queryFn: ({ signal }) => findEntry(uuid, signal),
  });
  if (error) {
    return (
      <p role="alert">
        {error.message}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (isPending) return <p role="status">Loading the entry…</p>;
  if (!data) return <p>There is no such entry.</p>;
  const { columns } = listDefinition('auditLog');
  const details = String(data.details ?? '');
  return (
    <dl>
      {columns
        .filter(({ key }) => key !== 'date' && key !== 'details')
        .map((column) => (
          <div key={column.key}>
            <dt>{column.defaultLabel}</dt>
            <dd>{formatCell(column, data[column.key], timeZone) || '-'}</dd>
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

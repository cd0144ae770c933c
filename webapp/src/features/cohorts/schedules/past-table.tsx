import { DataTable, numeric } from '@/components/data-table';
import { IconDownload } from '@/components/icons';
import { formatTimestamp } from '@/lib/timestamp';
import { useCan, useSession } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { formatDate, type PastSend } from 'firmbook-wasm';
import classes from './schedules.module.css';

const COUNTS = ['Sent', 'Waiting', 'Failed', 'Skipped'];
const COLUMNS = ['Send date', 'Schedule', 'Started', ...COUNTS.map(numeric), 'Actions'];

interface PastTableProps {
  sends: readonly PastSend[];
  onOpen: (send: PastSend) => void;
  onDownload: (send: PastSend) => void;
}

/** Past sends of a cohort, newest first. */
export function PastTable({ sends, onOpen, onDownload }: PastTableProps) {
  const { timeZone } = useSession().user;
  const canExport = useCan('exportData', 'write');
  return (
    <DataTable caption="Past sends" columns={COLUMNS}>
      {sends.map((send) => {
        const what = `${send.scheduleName} of ${formatDate(send.sendDate)}`;
        return (
          <tr key={`${send.scheduleId} ${send.sendDate}`}>
            <th scope="row">{formatDate(send.sendDate)}</th>
            <td>
              {send.scheduleName}
              {send.note && <span className={classes.why}>{send.note}</span>}
            </td>
            <td>{formatTimestamp(send.startedAt, timeZone)}</td>
            <td data-number>{formatCount(send.sentCount)}</td>
            <td data-number>{formatCount(send.waitingCount)}</td>
            <td data-number className={send.failedCount > 0 ? classes.failed : undefined}>
              {formatCount(send.failedCount)}
            </td>
            <td data-number>{formatCount(send.skippedCount)}</td>
            <td>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Recipients of ${what}`}
                onClick={() => onOpen(send)}
              >
                Recipients
              </Button>
              {canExport && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  aria-label={`Download ${what}`}
                  onClick={() => onDownload(send)}
                >
                  Download
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

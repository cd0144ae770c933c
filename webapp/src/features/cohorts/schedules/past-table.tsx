import { IconDownload } from '@/components/icons';
import tables from '@/record/tables.module.css';
import { formatMoment } from '@/lib/moment';
import { useCan, useSession } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { formatDate, type PastSend } from 'firmbook-wasm';
import classes from './schedules.module.css';

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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <div className={tables.scroll} tabIndex={0} role="region" aria-label="Table of past sends">
      <table className={tables.table}>
        <caption>Past sends</caption>
        <thead>
          <tr>
            <th scope="col">Of</th>
            <th scope="col">Schedule</th>
            <th scope="col">Began</th>
            <th scope="col" data-number>
              Sent
            </th>
            <th scope="col" data-number>
              Waiting
            </th>
            <th scope="col" data-number>
              Failed
            </th>
            <th scope="col" data-number>
              Skipped
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {sends.map((send) => {
            const what = `${send.scheduleName} of ${formatDate(send.sendDate)}`;
            return (
              <tr key={`${send.scheduleId} ${send.sendDate}`}>
                <th scope="row">{formatDate(send.sendDate)}</th>
                <td>
                  {send.scheduleName}
                  {send.note && <span className={classes.why}>{send.note}</span>}
                </td>
                <td>{formatMoment(send.startedAt, timeZone, 'short')}</td>
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
        </tbody>
      </table>
    </div>
  );
}

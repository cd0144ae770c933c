import { IconDownload } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import { usePollInterval } from '@/lib/hub-events';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, type Cohort, type PastSend } from 'firmbook-wasm';
import { POLL_MS, sendQuery } from './api';
import { People, withState } from './people';
import classes from './schedules.module.css';

interface SendPanelProps {
  cohort: Cohort;
  send: PastSend;
  opened: boolean;
  onDownload: () => Promise<void>;
  onClose: () => void;
}

/** Side panel with the details of a send: message, recipients, and contacts left out. */
export function SendPanel({ cohort, send, opened, onDownload, onClose }: SendPanelProps) {
  const canExport = useCan('exportData', 'write');
  const pollInterval = usePollInterval(POLL_MS);
  const query = useQuery({
    ...sendQuery(cohort.uuid, send, pollInterval),
    enabled: opened,
  });
  const title = `“${send.scheduleName}” of ${formatDate(send.sendDate)}`;
  return (
    <SidePanel title={title} opened={opened} onClose={onClose}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.panel} tabIndex={0} role="region" aria-label="Recipients">
        <QueryState query={query} subject="the recipients" className={classes.muted}>
          {(recipients) => (
            <>
              {recipients.send.note && <p className={classes.muted}>{recipients.send.note}</p>}
              <p className={classes.said}>
                <strong>{recipients.subject}</strong>
                {'\n\n'}
                {recipients.message}
              </p>
              <People title="Failed" people={withState(recipients.deliveries, 'Failed')} />
              <People title="Waiting" people={withState(recipients.deliveries, 'Waiting')} />
              <People title="Skipped" people={withState(recipients.deliveries, 'Skipped')} />
              <People title="Sent" people={withState(recipients.deliveries, 'Sent')} />
              {canExport && recipients.send.sentCount > 0 && (
                <div>
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                    onClick={() => void onDownload()}
                  >
                    Download sent emails
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryState>
      </div>
    </SidePanel>
  );
}

import { AlertList } from '@/components/alert-list';
import { IconPlus } from '@/components/icons';
import { LoadError } from '@/components/query-state';
import { useConfig } from '@/lib/config';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useHubEvent, usePollInterval } from '@/lib/hub-events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cohort } from 'firmbook-wasm';
import { POLL_MS, pastSendsQuery, schedulesQuery, sendKeys } from './api';
import { DryRunPanel } from './dry-run-panel';
import { PastTable } from './past-table';
import { SchedulePanel } from './schedule-panel';
import { SchedulesTable } from './schedules-table';
import { SendPanel } from './send-panel';
import { NEW, usePanel } from './use-panel';
import { useSchedules } from './use-schedules';
import classes from './schedules.module.css';

const NO_EMAIL = {
  text: 'Email is not set up on this server. No schedule is sent until it is.',
  isUrgent: true,
};

/** Schedules and past sends of a cohort. */
export function SchedulesSection({ cohort }: { cohort: Cohort }) {
  const canWrite = useCan('cohorts', 'write');
  const { sendsEmail } = useConfig();
  const queries = useQueryClient();
  const pollInterval = usePollInterval(POLL_MS);
  useHubEvent('RecordChanged', ({ kind, uuid }) => {
    if (kind !== 'cohort' || uuid !== cohort.uuid) return;
    for (const queryKey of sendKeys(uuid)) void queries.invalidateQueries({ queryKey });
  });
  const schedules = useQuery(schedulesQuery(cohort.uuid, pollInterval));
  const past = useQuery(pastSendsQuery(cohort.uuid, schedules.data, pollInterval));
  const { save, changeStatus, remove, download } = useSchedules(cohort);
  const [panel, show] = usePanel();
  const named = schedules.data?.find(({ scheduleId }) => scheduleId === panel?.schedule) ?? null;
  const isEditing =
    canWrite && panel?.kind === 'edit' && (named !== null || (panel.schedule === NEW && !!schedules.data));
  const sent =
    panel?.kind === 'send' &&
    past.data?.find((item) => item.scheduleId === panel.schedule && item.sendDate === panel.date);
  const close = () => show(null);
  const error = schedules.error ?? past.error;

  if (error) {
    const retry = () => Promise.all([schedules.refetch(), past.refetch()]);
    return (
      <div className={classes.page}>
        <LoadError subject="the schedules" error={error} onRetry={retry} className={classes.muted} />
      </div>
    );
  }
  if (!schedules.data || !past.data) {
    return (
      <div className={classes.page}>
        <p role="status" className={classes.muted}>
          Loading schedules…
        </p>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <p>
          Emails each contact their contracts on a schedule, as lists or as a book of business. Only contracts
          that the schedule’s owner can access are included.
        </p>
        {canWrite && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => show({ kind: 'edit', schedule: NEW })}
          >
            Add schedule
          </Button>
        )}
      </div>
      {!sendsEmail && <AlertList alerts={[NO_EMAIL]} />}
      {schedules.data.length > 0 ? (
        <SchedulesTable
          cohort={cohort}
          schedules={schedules.data}
          canWrite={canWrite}
          onEdit={({ scheduleId }) => show({ kind: 'edit', schedule: scheduleId })}
          onDryRun={({ scheduleId }) => show({ kind: 'dry-run', schedule: scheduleId })}
          onTurn={(schedule, status) => void changeStatus(schedule, status)}
          onDelete={(schedule) => void remove(schedule)}
        />
      ) : (
        <EmptyPart title="Schedules" text="No schedules yet." />
      )}
      {past.data.length > 0 ? (
        <PastTable
          sends={past.data}
          onOpen={({ scheduleId, sendDate }) => show({ kind: 'send', schedule: scheduleId, date: sendDate })}
          onDownload={({ scheduleId, sendDate }) => void download(scheduleId, sendDate)}
        />
      ) : (
        <EmptyPart title="Past sends" text="Nothing has been sent yet." />
      )}
      {isEditing && (
        <SchedulePanel
          key={panel.schedule}
          cohort={cohort}
          schedule={named}
          opened
          onSave={save}
          onClose={close}
        />
      )}
      {panel?.kind === 'dry-run' && named && (
        <DryRunPanel schedule={named} opened onDownload={() => download(named.scheduleId)} onClose={close} />
      )}
      {sent && (
        <SendPanel
          cohort={cohort}
          send={sent}
          opened
          onDownload={() => download(sent.scheduleId, sent.sendDate)}
          onClose={close}
        />
      )}
    </div>
  );
}

const EmptyPart = ({ title, text }: { title: string; text: string }) => (
  <section className={classes.emptyPart}>
    <h2>{title}</h2>
    <p className={classes.muted}>{text}</p>
  </section>
);

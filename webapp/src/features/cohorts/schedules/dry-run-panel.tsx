import { IconDownload } from '@/components/icons';
import { SidePanel } from '@/components/side-panel';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CohortSchedule } from 'firmbook-wasm';
import { dryRunQuery } from './api';
import { inState, People } from './people';
import classes from './schedules.module.css';

interface DryRunPanelProps {
  schedule: CohortSchedule;
  opened: boolean;
  onDownload: () => Promise<void>;
  onClose: () => void;
}

const nothingTyped = () => false;

/** Dry run of a schedule: who would receive it and who would not. Sends nothing. */
export function DryRunPanel({ schedule, opened, onDownload, onClose }: DryRunPanelProps) {
  const canExport = useCan('exportData', 'write');
  const { data, error, isPending, refetch } = useQuery({ ...dryRunQuery(schedule), enabled: opened });
  const isPersonal = schedule.frequency === 'Birthday' || schedule.frequency === 'Anniversary';
  return (
    <SidePanel
      title={`Dry run of “${schedule.name}”`}
      opened={opened}
      onClose={onClose}
      hasUnsaved={nothingTyped}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.panel} tabIndex={0} role="region" aria-label="Who would get it">
        {error ? (
          <p role="alert" className={classes.muted}>
            {error.message}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        ) : isPending ? (
          <p role="status" className={classes.muted}>
            Looking who would get it…
          </p>
        ) : (
          <>
            <p className={classes.muted}>
              Nothing is sent. This is who would get it now, as {data.owner ?? 'its owner'} sees the cohort.
            </p>
            {data.problem && (
              <p role="alert" className={classes.said}>
                {data.problem}
              </p>
            )}
            <p className={classes.said}>
              <strong>{schedule.subject}</strong>
              {'\n\n'}
              {schedule.message}
            </p>
            {data.deliveries.length === 0 && !data.problem && (
              <p className={classes.muted}>Nobody is in the cohort.</p>
            )}
            <People title="Would get it" people={inState(data.deliveries, 'Waiting')} hasDays={isPersonal} />
            <People title="Would be skipped" people={inState(data.deliveries, 'Skipped')} />
            {canExport && inState(data.deliveries, 'Waiting').length > 0 && (
              <div>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() => void onDownload()}
                >
                  Download what would be sent
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </SidePanel>
  );
}

import { IconDownload } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import { SidePanel } from '@/components/side-panel';
import { useCan } from '@/lib/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CohortSchedule } from 'firmbook-wasm';
import { dryRunQuery } from './api';
import { FilledText } from './merge-fields';
import { People, withState } from './people';
import classes from './schedules.module.css';

interface DryRunPanelProps {
  schedule: CohortSchedule;
  opened: boolean;
  onDownload: () => Promise<void>;
  onClose: () => void;
}

/** Shows which contacts would receive a schedule's emails, and why others would not. Sends nothing. */
export function DryRunPanel({ schedule, opened, onDownload, onClose }: DryRunPanelProps) {
  const canExport = useCan('exportData', 'write');
  const query = useQuery({ ...dryRunQuery(schedule), enabled: opened });
  const isPersonal = schedule.frequency === 'Birthday' || schedule.frequency === 'Anniversary';
  return (
    <SidePanel title={`Dry run of “${schedule.name}”`} opened={opened} onClose={onClose}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.panel} tabIndex={0} role="region" aria-label="Recipients">
        <QueryState query={query} subject="the recipients" className={classes.muted}>
          {(dryRun) => (
            <>
              <p className={classes.muted}>
                Nothing is sent. These are the recipients if it were sent now, limited to contacts that{' '}
                {dryRun.owner ?? 'its owner'} can access.
              </p>
              {dryRun.problem && (
                <p role="alert" className={classes.said}>
                  {dryRun.problem}
                </p>
              )}
              {dryRun.sample && (
                <p className={classes.muted}>Preview with the values of {dryRun.sample.contactFullName}:</p>
              )}
              <FilledText values={dryRun.sample} subject={schedule.subject} message={schedule.message} />
              {dryRun.deliveries.length === 0 && !dryRun.problem && (
                <p className={classes.muted}>The cohort has no contacts.</p>
              )}
              <People
                title="Would receive it"
                people={withState(dryRun.deliveries, 'Waiting')}
                hasDays={isPersonal}
              />
              <People title="Would be skipped" people={withState(dryRun.deliveries, 'Skipped')} />
              {canExport && withState(dryRun.deliveries, 'Waiting').length > 0 && (
                <div>
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                    onClick={() => void onDownload()}
                  >
                    Download the preview
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

import { DataTable } from '@/components/data-table';
import { IconPencil, IconTrash } from '@/components/icons';
import { formatClock } from '@/lib/clock';
import { timeZoneLabel } from '@/lib/time-zones';
import { Button } from '@mantine/core';
import { scheduleChoices } from 'firmbook-later';
import { formatDate, type Cohort, type CohortSchedule, type ScheduleStatus } from 'firmbook-wasm';
import classes from './schedules.module.css';

const COLUMNS = ['Name', 'State', 'Sends', 'To', 'Next send', 'Last send', 'Schedule owner', 'Actions'];

interface SchedulesTableProps {
  cohort: Cohort;
  schedules: readonly CohortSchedule[];
  canWrite: boolean;
  onEdit: (schedule: CohortSchedule) => void;
  onDryRun: (schedule: CohortSchedule) => void;
  onTurn: (schedule: CohortSchedule, status: ScheduleStatus) => void;
  onDelete: (schedule: CohortSchedule) => void;
}

/** The schedules of a cohort, with their actions. */
export function SchedulesTable({ cohort, schedules, canWrite, ...on }: SchedulesTableProps) {
  const { frequencies, sendTo } = scheduleChoices(cohort.contactType);
  const label = (choices: typeof frequencies, code: string) =>
    choices.find((choice) => choice.code === code)?.label ?? code;
  return (
    <DataTable caption="Schedules" columns={COLUMNS}>
      {schedules.map((schedule) => {
        const { name, status, nextSendDate, lastSendDate } = schedule;
        return (
          <tr key={schedule.scheduleId}>
            <th scope="row">
              {name}
              {schedule.deliverableType !== null && (
                <span className={classes.why}>Attaches a book of business</span>
              )}
            </th>
            <td>
              {status}
              {schedule.pausedBecause && (
                <span className={classes.why}>Pauses: {schedule.pausedBecause}</span>
              )}
            </td>
            <td>
              {label(frequencies, schedule.frequency)}, {formatClock(schedule.time)}
              <span className={classes.why}>{timeZoneLabel(schedule.timeZone)}</span>
            </td>
            <td>{label(sendTo, schedule.sendTo)}</td>
            <td>{nextSendDate ? formatDate(nextSendDate) : '-'}</td>
            <td>{lastSendDate ? formatDate(lastSendDate) : '-'}</td>
            <td>
              {schedule.owner}
              {schedule.isAbandoned && <span className={classes.why}>Has left the firm</span>}
            </td>
            <td>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Dry run of ${name}`}
                onClick={() => on.onDryRun(schedule)}
              >
                Dry run
              </Button>
              {canWrite && (
                <>
                  {status === 'Active' && (
                    <StatusButton name={name} label="Pause" onClick={() => on.onTurn(schedule, 'Paused')} />
                  )}
                  {status === 'Paused' && (
                    <StatusButton name={name} label="Resume" onClick={() => on.onTurn(schedule, 'Active')} />
                  )}
                  {status !== 'Ended' && (
                    <StatusButton name={name} label="End" onClick={() => on.onTurn(schedule, 'Ended')} />
                  )}
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconPencil size={14} aria-hidden />}
                    aria-label={`Edit ${name}`}
                    onClick={() => on.onEdit(schedule)}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    color="danger"
                    leftSection={<IconTrash size={14} aria-hidden />}
                    aria-label={`Delete ${name}`}
                    onClick={() => on.onDelete(schedule)}
                  >
                    Delete
                  </Button>
                </>
              )}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

function StatusButton({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
}

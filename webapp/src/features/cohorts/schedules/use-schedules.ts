import { saveResponse } from '@/lib/download';
import { showFailure, showSuccess } from '@/lib/toast';
import type { Cohort, CohortSchedule, ScheduleInput, ScheduleStatus } from 'firmbook-wasm';
import { useCohortsChanged } from '../api/use-cohorts-changed';
import { deleteSchedule, fetchArchive, restoreSchedule, saveSchedule } from './api';
import { inputOfSchedule } from './schedule-values';

const STATUS_MESSAGES: Record<ScheduleStatus, string> = {
  Active: 'sends again',
  Paused: 'pauses',
  Ended: 'has ended',
};

/** Saves, pauses, ends and deletes schedules of a cohort, with Undo. */
export function useSchedules({ uuid }: Cohort) {
  const changed = useCohortsChanged();

  const back = (call: () => Promise<unknown>) => async () => {
    try {
      await call();
    } catch (reason) {
      showFailure('updateSchedule', reason);
    }
    await changed();
  };

  /** Throws if the server rejects the schedule. */
  const save = async (input: ScheduleInput, key: string) => {
    const saved = await saveSchedule(uuid, input, input.scheduleId ? undefined : key);
    showSuccess(`“${saved.name}” saved`);
    await changed();
  };

  const changeStatus = async (schedule: CohortSchedule, status: ScheduleStatus) => {
    const before = inputOfSchedule(schedule);
    try {
      const { name, version } = await saveSchedule(uuid, { ...before, status });
      const undo = back(() => saveSchedule(uuid, { ...before, version }));
      showSuccess(`“${name}” ${STATUS_MESSAGES[status]}`, () => void undo());
    } catch (reason) {
      showFailure('updateSchedule', reason);
    }
    await changed();
  };

  const remove = async (schedule: CohortSchedule) => {
    try {
      await deleteSchedule(schedule);
      const undo = back(() => restoreSchedule(schedule));
      showSuccess(`“${schedule.name}” deleted`, () => void undo());
    } catch (reason) {
      showFailure('deleteSchedule', reason);
    }
    await changed();
  };

  const download = async (scheduleId: string, sendDate?: string) => {
    try {
      await saveResponse(await fetchArchive(uuid, scheduleId, sendDate), 'Cohort send.zip');
    } catch (reason) {
      showFailure('downloadDocument', reason);
    }
  };
  return { save, changeStatus, remove, download };
}

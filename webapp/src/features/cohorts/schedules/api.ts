import { call, download } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { mergeValues } from 'firmbook-later';
import type { Cohort, CohortSchedule, PastSend, ScheduleInput } from 'firmbook-wasm';
import { COHORTS, contactKindOfCohort } from '../api/calls';
import { memberSource } from '../api/sources';

/** Polling interval while the hub is disconnected. */
export const POLL_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

/** Returns whether a schedule sends within two days, which covers today and tomorrow in every time zone. */
const isNear = ({ status, nextSendDate }: CohortSchedule) =>
  status === 'Active' && nextSendDate !== null && Date.parse(nextSendDate) < Date.now() + 2 * DAY_MS;

/** Polls every `pollMs` while a schedule is about to send. */
export const schedulesQuery = (cohort: string, pollMs = POLL_MS) =>
  queryOptions({
    queryKey: [...COHORTS, 'schedules', cohort],
    queryFn: ({ signal }) =>
      call('GET', 'Cohort/{cohortUuid}/schedule', { path: { cohortUuid: cohort }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isNear) ? pollMs : false),
  });

/**
 * Loads past sends. The query key contains each schedule's last send date, so that a new send
 * reloads it. Polls every `pollMs` while messages are waiting.
 */
export const pastSendsQuery = (cohort: string, schedules: readonly CohortSchedule[] = [], pollMs = POLL_MS) =>
  queryOptions({
    queryKey: [...COHORTS, 'past', cohort, schedules.map(({ lastSendDate }) => lastSendDate).join()],
    queryFn: ({ signal }) =>
      call('GET', 'Cohort/{cohortUuid}/schedule/past', { path: { cohortUuid: cohort }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.some(({ waitingCount }) => waitingCount > 0) ? pollMs : false,
  });

/** Returns the query key prefixes of data that changes during a cohort send. */
export const sendKeys = (cohort: string) => [
  [...COHORTS, 'schedules', cohort],
  [...COHORTS, 'past', cohort],
  [...COHORTS, 'send', cohort],
];

const SCHEDULE = 'Cohort/{cohortUuid}/schedule/{scheduleUuid}';

const pathOf = ({ cohortUuid, scheduleId }: CohortSchedule) => ({ cohortUuid, scheduleUuid: scheduleId });

export const sendQuery = (cohort: string, { scheduleId, sendDate }: PastSend, pollMs = POLL_MS) =>
  queryOptions({
    queryKey: [...COHORTS, 'send', cohort, scheduleId, sendDate],
    queryFn: ({ signal }) =>
      call('GET', `${SCHEDULE}/send/{sendDate}`, {
        path: { cohortUuid: cohort, scheduleUuid: scheduleId, sendDate },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.send.waitingCount ?? 0) > 0 ? pollMs : false),
  });

export const dryRunQuery = (schedule: CohortSchedule) =>
  queryOptions({
    queryKey: [...COHORTS, 'dry-run', schedule.cohortUuid, schedule.scheduleId],
    queryFn: ({ signal }) => call('GET', `${SCHEDULE}/dryRun`, { path: pathOf(schedule), signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Loads the next date on which an agent receives a cohort mailing. */
export const nextSendQuery = (agent: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'next', agent],
    queryFn: ({ signal }) =>
      call('GET', 'Cohort/FirmAgent/{uuid}/nextCohortScheduleSendDate', { path: { uuid: agent }, signal }),
    staleTime: 0,
  });

/** `key` is the idempotency key of a new schedule. */
export const saveSchedule = (cohort: string, body: ScheduleInput, key?: string) =>
  call('POST', 'Cohort/{cohortUuid}/schedule', {
    path: { cohortUuid: cohort },
    body,
    idempotencyKey: key,
  });

export const deleteSchedule = (schedule: CohortSchedule) =>
  call('DELETE', SCHEDULE, { path: pathOf(schedule), query: { version: schedule.version } });

export const restoreSchedule = (schedule: CohortSchedule) =>
  call('POST', `${SCHEDULE}/restore`, { path: pathOf(schedule) });

/** Downloads the documents sent on a day or, without a date, those of a dry run. */
export const fetchArchive = (cohortUuid: string, scheduleUuid: string, sendDate?: string) =>
  download('GET', `${SCHEDULE}/document`, { path: { cohortUuid, scheduleUuid }, query: { sendDate } });

/** Loads the values of the merge fields for the first contact of a cohort. Null if the user sees none. */
export const sampleQuery = (cohort: Cohort, firmName: string, sender: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'sample', cohort.uuid, cohort.version, sender],
    queryFn: async ({ signal }) => {
      const { items } = await memberSource(cohort).api.search({ limit: { offset: 0, rowCount: 1 } }, signal);
      const [first] = items;
      if (!first) return null;
      const path = contactKindOfCohort(cohort.contactType).record;
      const { person } = await call('GET', path, { path: { uuid: first.uuid }, signal });
      return mergeValues(person, firmName, sender);
    },
  });

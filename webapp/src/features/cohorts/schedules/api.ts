import { call, callForResponse } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CohortSchedule, DryRun, NextSend, PastSend, ScheduleInput, SendDetails } from 'firmbook-wasm';
import { COHORTS } from '../api/calls';

/** How often what is being sent is asked for where the server cannot tell by itself. */
export const ASKED_AGAIN_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

/** Whether a schedule sends today or tomorrow, wherever its clock is. */
const isNear = ({ status, nextSendDate }: CohortSchedule) =>
  status === 'Active' && nextSendDate !== null && Date.parse(nextSendDate) < Date.now() + 2 * DAY_MS;

/** Asked again, after so many milliseconds, while one of them is about to send. */
export const schedulesQuery = (cohort: string, again = ASKED_AGAIN_MS) =>
  queryOptions({
    queryKey: [...COHORTS, 'schedules', cohort],
    queryFn: ({ signal }) => call<CohortSchedule[]>('GET', `Cohort/${cohort}/schedule`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isNear) ? again : false),
  });

/** What was sent. What a schedule has sent since it is asked for by its last day; the rest while some of it waits. */
export const pastSendsQuery = (
  cohort: string,
  schedules: readonly CohortSchedule[] = [],
  again = ASKED_AGAIN_MS,
) =>
  queryOptions({
    queryKey: [...COHORTS, 'past', cohort, schedules.map(({ lastSendDate }) => lastSendDate).join()],
    queryFn: ({ signal }) => call<PastSend[]>('GET', `Cohort/${cohort}/schedule/past`, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.some(({ waitingCount }) => waitingCount > 0) ? again : false,
  });

/** First parts of the keys of everything that changes while a cohort is sent to. */
export const sendKeys = (cohort: string) => [
  [...COHORTS, 'schedules', cohort],
  [...COHORTS, 'past', cohort],
  [...COHORTS, 'send', cohort],
];

const pathOf = (cohort: string, schedule: string) => `Cohort/${cohort}/schedule/${schedule}`;

export const sendQuery = (cohort: string, { scheduleId, sendDate }: PastSend, again = ASKED_AGAIN_MS) =>
  queryOptions({
    queryKey: [...COHORTS, 'send', cohort, scheduleId, sendDate],
    queryFn: ({ signal }) =>
      call<SendDetails>('GET', `${pathOf(cohort, scheduleId)}/send/${sendDate}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.send.waitingCount ?? 0) > 0 ? again : false),
  });

export const dryRunQuery = ({ cohortUuid, scheduleId }: CohortSchedule) =>
  queryOptions({
    queryKey: [...COHORTS, 'dry-run', cohortUuid, scheduleId],
    queryFn: ({ signal }) => call<DryRun>('GET', `${pathOf(cohortUuid, scheduleId)}/dryRun`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** When an agent hears of a cohort next. */
export const nextSendQuery = (agent: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'next', agent],
    queryFn: ({ signal }) =>
      call<NextSend>('GET', `Cohort/FirmAgent/${agent}/nextCohortScheduleSendDate`, { signal }),
    staleTime: 0,
  });

/** The same key twice adds one. */
export const saveSchedule = (cohort: string, body: ScheduleInput, key?: string) =>
  call<CohortSchedule>('POST', `Cohort/${cohort}/schedule`, {
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

export const deleteSchedule = ({ cohortUuid, scheduleId, version }: CohortSchedule) =>
  call<void>('DELETE', pathOf(cohortUuid, scheduleId), { query: { version } });

export const restoreSchedule = ({ cohortUuid, scheduleId }: CohortSchedule) =>
  call<CohortSchedule>('POST', `${pathOf(cohortUuid, scheduleId)}/restore`);

/** What was sent on a day; without one, what would be sent. */
export const fetchArchive = (cohort: string, schedule: string, sendDate?: string) =>
  callForResponse('GET', `${pathOf(cohort, schedule)}/document`, { query: { sendDate } });

import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WorkItem } from 'firmbook-wasm';

export const VIEWS = ['open', 'mine', 'snoozed'] as const;
export type View = (typeof VIEWS)[number];

export interface HomeRequest {
  view: View;
  agentUuid: string | null;
  rows: number;
  /** Codes of the kinds of work to leave out. */
  hidden: readonly string[];
}

/** Returns the first rows of the work queue, its totals by kind, and unread notifications. */
export const homeQuery = ({ view, agentUuid, rows, hidden }: HomeRequest) =>
  queryOptions({
    queryKey: ['home', view, agentUuid, rows, hidden],
    queryFn: ({ signal }) =>
      call('GET', 'Home', {
        query: {
          view,
          rows,
          ...(agentUuid && { agentUuid }),
          ...(hidden[0] && { hidden: hidden.join(',') }),
        },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const pathOf = ({ kind, uuid }: WorkItem) => ({ workKind: kind, workUuid: uuid });

/** Hides a row from the user's queue until a day. */
export const snooze = (item: WorkItem, until: string) =>
  call('PUT', 'Home/queue/{workKind}/{workUuid}/snooze', {
    path: pathOf(item),
    body: { day: item.day, until },
  });

/** Shows a snoozed row again. */
export const endSnooze = (item: WorkItem) =>
  call('DELETE', 'Home/queue/{workKind}/{workUuid}/snooze', { path: pathOf(item) });

/** Returns the users to whom a row can be assigned. */
export const assigneesQuery = (item: WorkItem) =>
  queryOptions({
    queryKey: ['assignees', item.kind, item.uuid],
    queryFn: ({ signal }) =>
      call('GET', 'Home/queue/{workKind}/{workUuid}/assignees', { path: pathOf(item), signal }),
    staleTime: 0,
  });

export const assign = (item: WorkItem, userKey: string) =>
  call('PUT', 'Home/queue/{workKind}/{workUuid}/assignment', {
    path: pathOf(item),
    body: { day: item.day, userKey },
  });

export const endAssignment = (item: WorkItem) =>
  call('DELETE', 'Home/queue/{workKind}/{workUuid}/assignment', { path: pathOf(item) });

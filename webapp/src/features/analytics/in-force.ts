import { inForceStatuses } from 'firmbook-later';
import type { FilterItem } from 'firmbook-wasm';
import type { AnalyticsFilter } from './api';

/** Returns the condition for contracts in force. */
export const inForceFilter = (isAnnuity = false): FilterItem => ({
  column: 'status',
  op: 'in',
  value: inForceStatuses(isAnnuity),
});

export const NO_FILTER: AnalyticsFilter = { filter: [], searchText: null };

/** Limits an analysis to policies in force. */
export const IN_FORCE: AnalyticsFilter = { filter: [inForceFilter()], searchText: null };

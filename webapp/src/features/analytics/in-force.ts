import { inForceStatuses } from 'firmbook-later';
import type { FilterItem } from 'firmbook-wasm';
import type { Narrowing } from './api';

/** Returns the condition for contracts in force. */
export const inForce = (isAnnuity = false): FilterItem => ({
  column: 'status',
  op: 'in',
  value: inForceStatuses(isAnnuity),
});

export const EVERYTHING: Narrowing = { filter: [], searchText: null };

/** Limits an analysis to policies in force. */
export const IN_FORCE: Narrowing = { filter: [inForce()], searchText: null };

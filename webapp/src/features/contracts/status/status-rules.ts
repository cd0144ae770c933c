import { checkStatusChange } from 'firmbook-later';
import { choices, type StatusChange } from 'firmbook-wasm';
import type { AnyRecord } from '../api/get-contract';
import type { LineOfBusiness } from '../lines-of-business';

/** Returns the statuses that contracts of a line can have. */
export const statusesOf = (line: LineOfBusiness) =>
  choices('policyStatus').filter(({ code }) => line.noun === 'annuity' || code !== 'Annuitized');

/** Returns whether a status has a grace period end date. */
export const hasGracePeriod = (line: LineOfBusiness, status: string) =>
  line.noun === 'policy' && (status === 'GracePeriod' || status === 'LapsePending');

/** Validates a status change with the same rules as the server. Returns the errors. */
export const checkStatus = (
  line: LineOfBusiness,
  { contract }: AnyRecord,
  change: StatusChange,
  today: string,
) =>
  checkStatusChange(
    line.noun === 'annuity',
    contract.status ?? '',
    contract.issueDate ?? null,
    change,
    today,
  );

import { checkStatusChange } from 'firmbook-later';
import { choices, type StatusChange } from 'firmbook-wasm';
import type { AnyRecord } from '../api/get-contract';
import type { LineOfContract } from '../lines';

/** Statuses that a contract of the line can have. */
export const statusesOf = (line: LineOfContract) =>
  choices('policyStatus').filter(({ code }) => line.noun === 'annuity' || code !== 'Annuitized');

/** Whether a status takes the end of a grace period. */
export const hasGracePeriod = (line: LineOfContract, status: string) =>
  line.noun === 'policy' && (status === 'GracePeriod' || status === 'LapsePending');

/** Returns the errors in the change, found with the same rules as on the server. */
export const checkStatus = (
  line: LineOfContract,
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

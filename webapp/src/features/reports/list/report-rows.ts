import type { Cell, Row } from '@/list/types';
import { compareAmounts, matchesSearch, type ColumnDescriptor, type Sort } from 'firmbook-wasm';
import type { Report } from '../api/report';

/** Display state of a report's totals. */
export type TotalsState = 'fresh' | 'stale' | 'counting' | 'failed' | 'problem';

export const stateLabels: Record<TotalsState, string> = {
  fresh: 'Up to date',
  stale: 'Stale',
  counting: 'Counting…',
  failed: 'Not counted',
  problem: 'Needs repair',
};

/** Reports whose totals are being computed, and those that failed. */
export interface Progress {
  counting: ReadonlySet<string>;
  failed: ReadonlySet<string>;
}

export function totalsStateOf(
  { uuid, problem, isTotalStale }: Report,
  { counting, failed }: Progress,
): TotalsState {
  if (problem) return 'problem';
  if (counting.has(uuid)) return 'counting';
  if (failed.has(uuid)) return 'failed';
  return isTotalStale ? 'stale' : 'fresh';
}

/** Converts a report to a grid row. Returns the same object while nothing changes. */
export function rowOf(report: Report, state: TotalsState): Row {
  const known = rows.get(report);
  if (known?.state === state) return known;
  const row = newRow(report, state);
  rows.set(report, row);
  return row;
}

const rows = new WeakMap<Report, Row>();

const newRow = (report: Report, state: TotalsState): Row => ({
  uuid: report.uuid,
  name: report.name,
  description: report.description,
  ownerName: report.isOwner ? 'You' : (report.ownerName ?? 'No owner'),
  sharedCount: report.sharedCount,
  subscriptionCount: report.subscriptionCount,
  updatedAt: report.updatedAt,
  lastOpenedAt: report.lastOpenedAt,
  createdAt: report.createdAt,
  state,
  ...report.totals,
});

/** Returns the reports that contain every word of `text` in their name, description or owner. */
export function filterReports(reports: readonly Report[], text: string): readonly Report[] {
  return reports.filter(({ name, description, ownerName }) =>
    matchesSearch(`${name} ${description ?? ''} ${ownerName ?? ''}`, text),
  );
}

/** Sorts rows, by name last. Empty values come last in both directions. */
export function sortRows(found: readonly Row[], sort: readonly Sort[], columns: readonly ColumnDescriptor[]) {
  const order = [...sort, { column: 'name', direction: 'asc' as const }];
  const typeOf = new Map(columns.map(({ key, columnType }) => [key, columnType]));
  return found.toSorted((a, b) => {
    for (const { column, direction } of order) {
      const [item, other] = [a[column], b[column]];
      if (hasNoTotals(item) || hasNoTotals(other)) {
        if (hasNoTotals(item) !== hasNoTotals(other)) return hasNoTotals(item) ? 1 : -1;
        continue;
      }
      const isAmount = typeOf.get(column) === 'money';
      const way = isAmount ? compareAmounts(String(item), String(other)) : compare(item, other);
      if (way) return direction === 'desc' ? -way : way;
    }
    return 0;
  });
}

export const hasNoTotals = (cell: Cell): boolean => cell === null || cell === undefined || cell === '';

const compare = (item: Cell, other: Cell) =>
  typeof item === 'number' && typeof other === 'number'
    ? item - other
    : COLLATOR.compare(String(item), String(other));
const COLLATOR = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

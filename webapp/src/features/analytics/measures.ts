import { formatCount } from '@/list/grid/format-cell';
import type { GroupingName } from './groupings';
import { compareAmounts, formatMoney, type Figures, type Group } from 'firmbook-wasm';

export type Measure = keyof Figures;

export const MEASURES: readonly { key: Measure; label: string }[] = [
  { key: 'policyCount', label: '# Policies' },
  { key: 'deathBenefit', label: 'Death benefit' },
  { key: 'annualizedPremium', label: 'Annualized premium' },
  { key: 'policyCashValue', label: 'Cash value' },
];

/** A policy counts in each month in which a premium is due. */
const DUE: typeof MEASURES = [
  { key: 'policyCount', label: '# Premiums' },
  { key: 'premiumDue', label: 'Premium due' },
];

/** Returns the measures of a grouping. */
export const measuresOf = (grouping: GroupingName) => (grouping === 'premiummonths' ? DUE : MEASURES);

/** Returns the measure shown first. */
export function firstMeasure(grouping: GroupingName): Measure {
  if (grouping === 'premiummonths') return 'premiumDue';
  return grouping === 'premiums' ? 'annualizedPremium' : 'deathBenefit';
}

/** Returns whether the grouping has a measure of this name. */
export const hasMeasure = (grouping: GroupingName, name: string | null): name is Measure =>
  measuresOf(grouping).some(({ key }) => key === name);

export const measureLabel = (grouping: GroupingName, measure: Measure) =>
  measuresOf(grouping).find(({ key }) => key === measure)?.label ?? measure;

export function formatMeasure(figures: Figures, measure: Measure): string {
  const value = figures[measure];
  return typeof value === 'number' ? formatCount(value) : formatMoney(value, 0);
}

const format = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    notation: 'compact',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
/** Shortened amounts have one decimal, so that those of a chart are alike: `$453.0M` beside `$450.4M`. */
const [full, shortened] = [format(0), format(1)];

/** Formats a figure for a chart: `1,234` policies, `$1.2M`. */
export function formatShort(figures: Figures, measure: Measure): string {
  const value = figures[measure];
  return typeof value === 'number' ? formatCount(value) : shortMoney(value);
}

/** Formats an amount for charts and summaries: `$1.2M`. */
export function shortMoney(amount: string): string {
  const value = Number(amount);
  return `$${(Math.abs(value) < 1000 ? full : shortened).format(value)}`;
}

/** Sorts groups in descending order. */
export const byMeasure = (groups: readonly Group[], measure: Measure): Group[] =>
  groups.toSorted((a, b) => compareAmounts(String(b.figures[measure]), String(a.figures[measure])));

/**
 * Drops groups without a key, such as "No owner", because their bar would dwarf the others. Keeps
 * them if there are no others.
 */
export function withoutUngrouped(groups: readonly Group[]): readonly Group[] {
  const named = groups.filter(({ key }) => key !== null);
  return named.length > 0 ? named : groups;
}

import type { Schemas } from '@/lib/api';
import { formatPercent } from '@/lib/percent';
import { formatCount } from '@/list/grid/format-cell';
import { formatMoney } from 'firmbook-wasm';
import { shortMoney } from '../measures';

export type TrendMonth = Schemas['TrendMonth'];
export type UpcomingMonth = Schemas['AheadMonth'];

type Value = number | string | null | undefined;

/** One line or bar of a chart. */
export interface Series<T> {
  key: keyof T & string;
  label: string;
}

interface Unit {
  /** Formats a value in a table. */
  full: (value: Value) => string;
  /** Formats a value on an axis. */
  short: (value: number) => string;
}

/** A chart with its table. */
export interface Panel<T> {
  title: string;
  about: string;
  shape: 'line' | 'bar' | 'stacked';
  unit: Unit;
  series: readonly Series<T>[];
}

const isMissing = (value: Value) => value === null || value === undefined;

const COUNT: Unit = {
  full: (value) => (isMissing(value) ? '-' : formatCount(Number(value))),
  short: formatCount,
};
const MONEY: Unit = {
  full: (value) => (isMissing(value) ? '-' : formatMoney(String(value), 0)),
  short: (value) => shortMoney(String(value)),
};
const PERCENT: Unit = {
  full: (value) => (isMissing(value) ? '-' : `${Number(value).toFixed(1)}%`),
  short: (value) => formatPercent(value.toFixed(2)),
};

export const PANELS: readonly Panel<TrendMonth>[] = [
  {
    title: 'Premium in force',
    about: 'Annualized premium of the policies in force at the end of each month.',
    shape: 'line',
    unit: MONEY,
    series: [{ key: 'annualizedPremium', label: 'Annualized premium' }],
  },
  {
    title: 'Death benefit in force',
    about: 'Death benefit of the policies in force at the end of each month.',
    shape: 'line',
    unit: MONEY,
    series: [{ key: 'deathBenefit', label: 'Death benefit' }],
  },
  {
    title: 'Lapse rate',
    about:
      'Policies that lapsed, were surrendered or were replaced in the past 12 months, as a percentage of those in force at the start.',
    shape: 'line',
    unit: PERCENT,
    series: [{ key: 'lapseRate', label: 'Lapse rate' }],
  },
  {
    title: '13-month persistency',
    about:
      'Policies kept for their first 13 months, as a percentage of those that reached this age in the past 12 months.',
    shape: 'line',
    unit: PERCENT,
    series: [{ key: 'persistency', label: '13-month persistency' }],
  },
  {
    title: 'Issued and lost',
    about: 'Policies issued in each month, and policies that lapsed, were surrendered or were replaced.',
    shape: 'bar',
    unit: COUNT,
    series: [
      { key: 'issued', label: 'Issued' },
      { key: 'lost', label: 'Lost' },
    ],
  },
];

export const UPCOMING: Panel<UpcomingMonth> = {
  title: 'Ending in the next 12 months',
  about: 'Contracts in force by the month in which a right or charge ends.',
  shape: 'stacked',
  unit: COUNT,
  series: [
    { key: 'conversions', label: 'Conversion rights' },
    { key: 'levelTerms', label: 'Level premium periods' },
    { key: 'surrenders', label: 'Surrender charges' },
  ],
};

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats the first day of a month: `Nov 2026`. */
export const monthLabel = (month: string): string => MONTH.format(new Date(month));

/** Returns the rows of a panel as CSV. */
export function csvOf<T extends { month: string }>({ series }: Panel<T>, rows: readonly T[]): string {
  const lines = [
    ['Month', ...series.map(({ label }) => label)],
    ...rows.map((row) => [row.month.slice(0, 7), ...series.map(({ key }) => String(row[key] ?? ''))]),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** Describes the latest values of a line chart, compared with a year ago unless they are percentages. */
export function summaryOf<T extends { month: string }>(
  { unit, shape, series }: Panel<T>,
  rows: readonly T[],
): string {
  const [first] = series;
  if (shape !== 'line' || !first) return '';
  const [now, before] = [-1, -13].map((index) => rows.at(index)?.[first.key] as Value);
  if (isMissing(now)) return '';
  if (unit === PERCENT || isMissing(before) || Number(before) === 0) return `Now ${unit.full(now)}.`;
  const change = ((Number(now) - Number(before)) / Number(before)) * 100;
  const direction = change < 0 ? 'less' : 'more';
  return `Now ${unit.full(now)}, ${Math.abs(change).toFixed(1)}% ${direction} than a year ago.`;
}

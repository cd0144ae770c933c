import { paths } from '@/lib/paths';
import type { FilterItem } from 'firmbook-wasm';
import { inForceFilter } from './in-force';

/** A group of contracts that a firm watches, defined by a list filter. */
export interface Insight {
  key: string;
  label: string;
  list: 'policies' | 'annuities';
  filter: FilterItem[];
  /** The contracts have ended, so no amounts are shown. */
  isEnded?: boolean;
}

export interface InsightGroup {
  title: string;
  about: string;
  insights: Insight[];
}

/** Periods that can be selected, in days. */
export const PERIODS = [30, 60, 90, 180, 365] as const;

export const LISTS = {
  policies: { path: paths.policies, resource: 'allpolicy' },
  annuities: { path: paths.annuities, resource: 'allannuity' },
} as const;

const status = (...codes: string[]): FilterItem => ({ column: 'status', op: 'in', value: codes });
const next = (column: string, days: number): FilterItem => ({ column, op: 'inNextDays', value: days });
const inLastDays = (column: string, days: number): FilterItem => ({ column, op: 'inLastDays', value: days });

/** Returns the insights by group: at risk now, changed in the last `days`, and due in the next `days`. */
export function insightGroups(days: number, canListAnnuities: boolean): InsightGroup[] {
  const annuities: Insight[] = [
    {
      key: 'surrenders',
      label: 'Annuity surrender periods ending',
      list: 'annuities',
      filter: [inForceFilter(true), next('surrenderPeriodEndDate', days)],
    },
  ];
  const policies = (key: string, label: string, ...filter: FilterItem[]): Insight => ({
    key,
    label,
    list: 'policies',
    filter,
  });
  const ended = (key: string, label: string, ...codes: string[]): Insight => ({
    ...policies(key, label, status(...codes), inLastDays('statusDate', days)),
    isEnded: true,
  });
  return [
    {
      title: 'At risk now',
      about: 'Policies that lapse unless a premium is paid, and policies with a loan.',
      insights: [
        policies('grace', 'In the grace period', status('GracePeriod')),
        policies('lapsePending', 'Lapse pending', status('LapsePending')),
        policies('loans', 'With a loan', inForceFilter(), { column: 'loanBalance', op: 'gt', value: '0' }),
      ],
    },
    {
      title: `Changed in the last ${days} days`,
      about: 'New and lost policies. Amounts are not available for terminated policies.',
      insights: [
        policies('issued', 'Issued', inLastDays('issueDate', days)),
        ended('lapsed', 'Lapsed', 'Lapsed'),
        ended('surrendered', 'Surrendered or exchanged', 'Surrendered', 'Exchanged'),
        ended('converted', 'Converted', 'Converted'),
        ended('claims', 'Death claims', 'DeathClaim'),
      ],
    },
    {
      title: `Next ${days} days`,
      about: 'Upcoming premiums, maturities and rights that end.',
      insights: [
        policies('premiums', 'Next premium due', inForceFilter(), next('nextPremiumDate', days)),
        policies(
          'conversions',
          'Conversion rights ending',
          inForceFilter(),
          next('conversionExpiryDate', days),
        ),
        policies('levels', 'Level premium periods ending', inForceFilter(), next('levelPeriodEndDate', days)),
        policies('maturities', 'Maturing', inForceFilter(), next('maturityDate', days)),
        ...(canListAnnuities ? annuities : []),
      ],
    },
  ];
}

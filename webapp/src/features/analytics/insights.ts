import { paths } from '@/lib/paths';
import { inForceStatuses } from 'firmbook-later';
import type { FilterItem } from 'firmbook-wasm';

/** A group of contracts that a firm watches, as a filter of a list. */
export interface Insight {
  key: string;
  label: string;
  list: 'policies' | 'annuities';
  filter: FilterItem[];
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

const inForce = (isAnnuity = false): FilterItem => ({
  column: 'status',
  op: 'in',
  value: inForceStatuses(isAnnuity),
});
const status = (...codes: string[]): FilterItem => ({ column: 'status', op: 'in', value: codes });
const next = (column: string, days: number): FilterItem => ({ column, op: 'inNextDays', value: days });
const last = (column: string, days: number): FilterItem => ({ column, op: 'inLastDays', value: days });

/** Returns what changes in the book: at risk now, changed within `days`, and ahead within `days`. */
export function insightGroups(days: number, canListAnnuities: boolean): InsightGroup[] {
  const annuities: Insight[] = [
    {
      key: 'surrenders',
      label: 'Annuity surrender periods ending',
      list: 'annuities',
      filter: [inForce(true), next('surrenderPeriodEndDate', days)],
    },
  ];
  const policies = (key: string, label: string, ...filter: FilterItem[]): Insight => ({
    key,
    label,
    list: 'policies',
    filter,
  });
  return [
    {
      title: 'At risk now',
      about: 'Policies that lapse unless a premium is paid, and policies with a loan.',
      insights: [
        policies('grace', 'In the grace period', status('GracePeriod')),
        policies('lapsePending', 'Lapse pending', status('LapsePending')),
        policies('loans', 'With a loan', inForce(), { column: 'loanBalance', op: 'gt', value: '0' }),
      ],
    },
    {
      title: `Changed in the last ${days} days`,
      about: 'Business written and business lost.',
      insights: [
        policies('issued', 'Issued', last('issueDate', days)),
        policies('lapsed', 'Lapsed', status('Lapsed'), last('statusDate', days)),
        policies(
          'surrendered',
          'Surrendered or exchanged',
          status('Surrendered', 'Exchanged'),
          last('statusDate', days),
        ),
        policies('converted', 'Converted', status('Converted'), last('statusDate', days)),
        policies('claims', 'Death claims', status('DeathClaim'), last('statusDate', days)),
      ],
    },
    {
      title: `Ahead in the next ${days} days`,
      about: 'Dates on which clients decide or pay.',
      insights: [
        policies('premiums', 'Premiums due', inForce(), next('nextPremiumDate', days)),
        policies('conversions', 'Conversion rights ending', inForce(), next('conversionExpiryDate', days)),
        policies('levels', 'Level premium periods ending', inForce(), next('levelPeriodEndDate', days)),
        policies('maturities', 'Maturing', inForce(), next('maturityDate', days)),
        ...(canListAnnuities ? annuities : []),
      ],
    },
  ];
}

import type { ReportTotalsAnswer, ReportTotals } from 'firmbook-wasm';
import type { Report } from './api/report';

/** Returns a uuid that ends in the given hexadecimal digits. */
export const uuidOf = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;

export const noTotals: ReportTotals = {
  policyCount: null,
  deathBenefit: null,
  annualizedPremium: null,
  policyCashValue: null,
  policySurrenderValue: null,
  annuityCount: null,
  contractValue: null,
  premiumsPaid: null,
  annuityCashValue: null,
  annuitySurrenderValue: null,
};

/** Returns a report owned by the signed-in user about in-force policies, without totals. */
export const reportOf = (uuid: string, other: Partial<Report> = {}): Report => ({
  uuid,
  version: 1,
  reportType: 1,
  name: `Report ${uuid}`,
  description: null,
  ownerKey: 'dana',
  ownerName: 'Dana Whitfield',
  isOwner: true,
  isOwnerActive: true,
  query: {
    customLabels: {},
    selectColumns: ['policyNumber', 'status', 'deathBenefit'],
    filter: [{ column: 'status', op: 'in', value: ['InForce'] }],
    sort: [{ column: 'deathBenefit', direction: 'desc' }],
    searchText: null,
  },
  sharedCount: 0,
  subscriptionCount: 0,
  isSubscribed: false,
  isDigest: false,
  isTotalStale: true,
  totalsAsOf: null,
  totals: noTotals,
  problem: null,
  createdAt: '2026-11-01T15:00:00Z',
  updatedAt: '2026-11-02T15:00:00Z',
  lastOpenedAt: null,
  ...other,
});

/** Returns report totals as the server sends them. */
export const totalsOf = (uuid: string, deathBenefit: string): ReportTotalsAnswer => ({
  uuid,
  totals: { ...noTotals, policyCount: 0, deathBenefit },
  totalsAsOf: '2026-11-21T15:00:00Z',
  isTotalStale: false,
  ownerTotalsDiffer: false,
});

import { fakeServer, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import type { Permissions, TrustPerson, TrustRecord } from 'firmbook-wasm';
import { TrustPage } from './trust-page';

/** Returns a person as returned by the server. */
export const person = (change: Partial<TrustPerson> = {}): TrustPerson => ({
  uuid: 'b1',
  role: 'Beneficiary',
  isSuccessor: false,
  name: 'Ada Lee',
  birthDate: '1990-05-06',
  age: 36,
  email: 'ada@example.com',
  phone: '+14155550100',
  state: 'CA',
  sharePercent: '50.0000',
  guardian: null,
  hasWithdrawalRight: true,
  contactUuid: null,
  contactType: null,
  version: 4,
  ...change,
});

/** Returns a trust as returned by the server. */
export const trust = (change: Partial<TrustRecord> = {}): TrustRecord => ({
  uuid: 't1',
  name: 'Lee Family Trust',
  version: 2,
  trustType: 'Ilit',
  governingState: 'CA',
  notes: 'Signed in Fresno.',
  trustDate: '2019-03-04',
  taxId: '**-***6789',
  address: ['1 Pine Street', 'Fresno, CA 93701'],
  people: [person()],
  policies: [
    {
      uuid: 'p1',
      policyNumber: 'P-1',
      carrier: 'Pacific Mutual',
      status: 'InForce',
      insured: 'Lee, Grace',
      deathBenefit: '1500000.50',
      annualizedPremium: '12000.00',
      paidTo: '2027-01-15',
    },
  ],
  nextGiftDate: '2026-12-01',
  nextLetterDate: '2026-12-04',
  canSendLetters: true,
  noLettersBecause: '',
  warnings: [],
  ...change,
});

const all = { read: true, write: true };
const EVERYTHING = { trusts: all, contacts: all, allPolicies: all };

/** Renders the page of trust `t1` with a fake server. */
export function openTrust(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  query = '',
  features: Partial<Permissions['features']> = EVERYTHING,
) {
  const server = fakeServer({ 'GET Trust/t1': () => trust(), ...routes });
  const page = renderPage(null, {
    address: `/business/trust/manage/t1${query}`,
    features,
    routes: [
      { path: '/business/trust/manage/:uuid', element: <TrustPage /> },
      { path: '/business/trust/manage/list', element: <p>The list</p> },
      { path: '/business/policies/:uuid', element: <p>The policy</p> },
    ],
  });
  return { ...page, server };
}

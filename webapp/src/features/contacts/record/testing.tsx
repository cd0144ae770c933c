import { fakeServer, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import type { ContactRecord, Permissions } from 'firmbook-wasm';
import { ContactRecordPage } from './contact-record-page';

/** Returns an agent as returned by the server. */
export const agent = (change: Partial<ContactRecord> = {}): ContactRecord => ({
  uuid: 'u1',
  firmId: 1,
  contactType: 1,
  version: 3,
  person: {
    title: null,
    firstName: 'Dana',
    middleName: null,
    lastName: 'Whitfield',
    suffix: null,
    organizationName: null,
    ownerType: null,
    trustDate: null,
    email: 'dana@example.com',
    phone: '+14155550100',
    mobilePhone: null,
    address: {
      line1: '1 Pine Street',
      line2: null,
      city: 'Fresno',
      state: 'CA',
      postalCode: '93701',
      country: null,
    },
    dob: '1980-05-06',
    sex: 'F',
    taxId: null,
    npn: '1234567',
    agencyCode: null,
    externalId: null,
    notes: null,
  },
  displayName: 'Whitfield, Dana',
  taxIdMasked: '***-**-1234',
  agentIntegrationEnabled: false,
  customFields: {},
  totals: {
    policyCount: 2,
    deathBenefit: '1500000.50',
    annualizedPremium: '1200.00',
    policyCashValue: '0.00',
    policySurrenderValue: '0.00',
    annuityCount: 1,
    contractValue: '250000.00',
    premiumsPaid: '200000.00',
    annuityCashValue: '240000.00',
    annuitySurrenderValue: '230000.00',
  },
  createdAt: '2026-01-02T10:00:00Z',
  updatedAt: '2026-03-04T11:00:00Z',
  ...change,
});

const all = { read: true, write: true };
const EVERYTHING = {
  contacts: all,
  deleteContacts: all,
  revealIdentifiers: all,
  allPolicies: all,
  annuities: all,
};

const origin = { sourceLabel: 'Manual', fileName: null, fileRow: null, by: null, at: '2026-01-02T10:00:00Z' };
const policies = {
  totalRecords: 1,
  cursor: null,
  items: [
    { uuid: 'p1', policyNumber: '41-777', status: 'InForce', deathBenefit: '1500000.50', policyGuard: true },
  ],
};

/** Renders the page of agent `u1` with a fake server. */
export function openAgent(
  routes: Record<string, (request: FakeRequest) => unknown> = {},
  query = '',
  features: Partial<Permissions['features']> = EVERYTHING,
) {
  const server = fakeServer({
    'GET FirmAgent/agent/u1': () => agent(),
    'GET FirmAgent/Agent/u1/source': () => origin,
    'POST FirmAgent/Policies/u1': () => policies,
    'POST allpolicy/totals': () => ({ policyCount: 1, deathBenefit: '1500000.50' }),
    'POST allannuity/totals': () => ({ annuityCount: 0, contractValue: '0.00' }),
    'POST FirmAgent/Contracts/u1': () => ({ totalRecords: 0, cursor: null, items: [] }),
    ...routes,
  });
  const page = renderPage(null, {
    address: `/people/agents/u1${query}`,
    features,
    routes: [
      { path: '/people/agents/:uuid', element: <ContactRecordPage kind="agent" /> },
      { path: '/people/agents', element: <p>The list</p> },
    ],
  });
  return { ...page, server };
}

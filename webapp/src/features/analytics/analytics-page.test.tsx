import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, within } from '@testing-library/react';
import type { Groups } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { AnalyticsPage } from './analytics-page';

const may = { read: true, write: true };
const features = { analytics: may, allPolicies: may, contacts: may, exportData: may };
const figures = (policyCount: number, deathBenefit: string) => ({
  policyCount,
  deathBenefit,
  annualizedPremium: '1.00',
  policyCashValue: '2.00',
  premiumDue: '3.00',
});
const shares = (share: string) => ({
  policyCount: share,
  deathBenefit: share,
  annualizedPremium: share,
  policyCashValue: null,
  premiumDue: share,
});

const FOUND: Groups = {
  groups: [
    {
      key: 'Cedar Life',
      label: 'Cedar Life',
      figures: figures(3, '100.00'),
      shares: shares('10.0'),
      slice: { filter: [{ column: 'carrier', op: 'eq', value: 'Cedar Life' }], party: null },
    },
    {
      key: 'u',
      label: 'Birch, Ash & Co',
      figures: figures(1, '900.00'),
      shares: shares('90.0'),
      slice: { filter: [], party: { set: 'owners', contactType: 2, uuid: 'u-u' } },
    },
    { key: null, label: 'No owner', figures: figures(1, '0.00'), shares: shares('0.0'), slice: null },
  ],
  others: { count: 30, figures: figures(60, '0.40'), shares: shares('0.0') },
  totals: figures(5, '1000.00'),
  overlaps: true,
  standings: [],
};

const render = (address: string) =>
  renderPage(null, {
    address,
    features,
    routes: [
      { path: '/reports/analytics/:kind', element: <AnalyticsPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
  });

test('sorts groups by the measure and links each to its policies under the same filter', async () => {
  const server = fakeServer({ 'POST Analytics/carriers': () => FOUND });
  const { container } = render('/reports/analytics/carriers?f=status:eq:InForce');
  const table = await screen.findByRole('table', { name: 'Carriers' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Carrier# PoliciesDeath benefitAnnualized premiumCash valueShare',
    'Birch, Ash & Co1$900$1$290.0%',
    'Cedar Life3$100$1$210.0%',
    'No owner1$0$1$20.0%',
    '30 others60$0$1$2< 0.1%',
    'Total5$1,000$1$2100.0%',
  ]);
  expect(screen.getByRole('link', { name: 'Cedar Life' })).toHaveAttribute(
    'href',
    '/business/policies?f=status:eq:InForce&f=carrier:eq:Cedar%20Life',
  );
  expect(screen.getByRole('link', { name: 'Birch, Ash & Co' })).toHaveAttribute(
    'href',
    '/business/policies?f=status:eq:InForce&party=owners.2.u-u&who=Birch,%20Ash%20%26%20Co',
  );
  expect(screen.queryByRole('link', { name: 'No owner' })).not.toBeInTheDocument();
  expect(screen.getByText(/counts once in the total/)).toBeInTheDocument();
  expect(server.of('Analytics/carriers')[0]?.body).toEqual({
    filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
    searchText: null,
  });
  expect((await axe(container)).violations).toEqual([]);
});

test('says what the chart leaves out', async () => {
  fakeServer({ 'POST Analytics/carriers': () => FOUND });
  render('/reports/analytics/carriers');
  expect(await screen.findByText('Not in the chart: No owner, $0.')).toBeVisible();
  expect(screen.queryByText(/largest groups/)).toBeNull();
});

test('links the other agents to the list of all, those with the most death benefit first', async () => {
  fakeServer({ 'POST Analytics/agents': () => FOUND });
  render('/reports/analytics/agents');
  expect(await screen.findByRole('link', { name: '30 others' })).toHaveAttribute(
    'href',
    '/people/agents?s=-deathBenefit',
  );
});

test('searches a long table in any word order, and keeps the line of the others', async () => {
  const [first] = FOUND.groups;
  const many = Array.from({ length: 16 }, (_, i) => ({ ...first, key: `k${i}`, label: `Lee, Ada ${i}` }));
  fakeServer({ 'POST Analytics/agents': () => ({ ...FOUND, groups: many }) });
  const { user } = render('/reports/analytics/agents');
  const search = await screen.findByRole('searchbox', { name: 'Search agents' });
  const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  await user.type(search, 'ada lee 12');
  expect(names()).toEqual(['Lee, Ada 12', '30 others', 'Total']);
  await user.type(search, '3');
  expect(names()).toEqual(['30 others', 'Total']);
  expect(screen.getByRole('status')).toHaveTextContent('Not among the 16 largest groups.');
});

test('stores measure and grouping in the URL', async () => {
  fakeServer({ 'POST Analytics/premiums': () => FOUND, 'POST Analytics/premiummonths': () => FOUND });
  const { user, router } = render('/reports/analytics/premiums');
  await screen.findByRole('table', { name: 'Premiums by mode' });
  expect(screen.getByRole('combobox', { name: 'Measure' })).toHaveDisplayValue('Annualized premium');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Groups' }), 'premiummonths');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Measure' }), 'policyCount');
  expect(router.state.location.search).toBe('?by=premiummonths&measure=policyCount');
  expect(screen.getByRole('columnheader', { name: '# Premiums' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Premium analytics');
  expect(screen.getByText(/counts in each month in which it has a premium/)).toBeInTheDocument();
});

test('shows a failure with a retry', async () => {
  let isBroken = true;
  fakeServer({ 'POST Analytics/products': () => (isBroken ? problem(500, 'internal', 'x') : FOUND) });
  const { user } = render('/reports/analytics/products');
  expect(await screen.findByText(/could not be loaded\. Try again/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Products' })).toBeInTheDocument();
});

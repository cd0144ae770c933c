import { renderPage } from '@/testing/render';
import { fakeServer, json } from '@/testing/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import type { Group } from 'firmbook-wasm';
import { DashboardPanel } from './dashboard-panel';
import { shortMoney } from './measures';
import { GroupsChart } from './groups-chart';

const may = { read: true, write: true };
const figures = (policyCount: number) => ({
  policyCount,
  deathBenefit: '1500000.00',
  annualizedPremium: '0.00',
  policyCashValue: '0.00',
  premiumDue: '0.00',
});
const shares = {
  policyCount: '10.0',
  deathBenefit: '10.0',
  annualizedPremium: null,
  policyCashValue: null,
  premiumDue: null,
};
const group = (label: string, policyCount = 3): Group => ({
  key: label,
  label,
  figures: figures(policyCount),
  shares,
  slice: null,
});

const labels = () =>
  [...document.querySelectorAll('li')].map((bar) => bar.querySelector('.label')?.textContent);
const chart = (groups: Group[]) => (
  <GroupsChart
    groups={groups}
    measure="policyCount"
    analyticsFilter={{ filter: [], searchText: null }}
    isInTime
  />
);

test('labels every month, and the year where it changes', () => {
  renderPage(
    chart(['Overdue', 'November 2026', 'December 2026', 'January 2027'].map((label) => group(label))),
  );
  expect(labels()).toEqual(['Overdue', 'Nov 2026', 'Dec', 'Jan 2027']);
});

test('keeps the label of the group without a date', () => {
  renderPage(chart([group('May'), group('June'), group('No issue date')]));
  expect(labels()).toEqual(['May', 'Jun', 'No issue date']);
});

test('leaves out empty groups', () => {
  renderPage(chart([group('May'), group('June', 0)]));
  expect(labels()).toEqual(['May']);
});

const panel = <DashboardPanel grouping="products" measure="deathBenefit" kind="products" />;
const routes = {
  'POST Analytics/products': () => ({ groups: [group('Term')], others: null, totals: figures(3) }),
  'POST Analytics/products/export': () => json(500, {}),
};

test('exports the groups of a dashboard panel as CSV', async () => {
  const server = fakeServer(routes);
  const { user } = renderPage(panel, { features: { analytics: may, allPolicies: may, exportData: may } });
  await user.click(await screen.findByRole('button', { name: 'Export Products as CSV' }));
  await waitFor(() => expect(server.of('Analytics/products/export')).toHaveLength(1));
});

test('offers no export without the permission', async () => {
  fakeServer(routes);
  renderPage(panel, { features: { analytics: may, allPolicies: may } });
  expect(within(await screen.findByRole('table')).getByText('Term')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
});

test('shows the bar of a group beside the measure that it stands for', async () => {
  fakeServer(routes);
  renderPage(panel, { features: { analytics: may, allPolicies: may } });
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    expect.stringMatching(/^Product type$/i),
    'Death benefit',
    '# Policies',
  ]);
});

test('shortens amounts of a thousand or more to one decimal', () => {
  expect(['0', '999', '1000', '453000000', '450400000'].map(shortMoney)).toEqual([
    '$0',
    '$999',
    '$1.0K',
    '$453.0M',
    '$450.4M',
  ]);
});

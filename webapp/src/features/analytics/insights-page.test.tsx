import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { InsightsPage } from './insights-page';
import { csvOf, PANELS, summaryOf } from './trends/panels';

const may = { read: true, write: true };
const features = { insights: may, analytics: may, allPolicies: may };

const month = (day: string, change: object = {}) => ({
  month: day,
  inForce: 10,
  deathBenefit: '1000000.00',
  annualizedPremium: '5000.00',
  issued: 2,
  lost: 1,
  lapseRate: '5.0',
  persistency: null,
  ...change,
});
const TRENDS = {
  months: [month('2026-10-01'), month('2026-11-01', { annualizedPremium: '5500.00' })],
  ahead: [{ month: '2026-11-01', conversions: 3, levelTerms: 0, surrenders: 1 }],
  leftOut: 2,
};

test('staff without a firm see no separator', async () => {
  fakeServer({});
  renderPage(<InsightsPage />, { features, userOverrides: { firmName: '' } });
  expect(await screen.findByText(/^Contracts you can access\./)).toBeInTheDocument();
});

test('shows changes within a period, each row linked to its contracts', async () => {
  const server = fakeServer({
    'POST allpolicy/totals': () => ({
      policyCount: 3,
      deathBenefit: '750000.00',
      annualizedPremium: '1200.00',
    }),
    'GET Insights/trends?months=24': () => TRENDS,
  });
  const { user, container } = renderPage(<InsightsPage />, { features });
  const ahead = within(await screen.findByRole('region', { name: 'Next 90 days' }));
  expect(
    await ahead.findByRole('row', { name: /^Next premium due 3 \$750,000 ?\$750.0K \$1,200 ?\$1.2K$/ }),
  ).toBeInTheDocument();
  expect(await screen.findByRole('row', { name: 'Lapsed 3 - -' })).toBeInTheDocument();
  expect(ahead.queryByText('Annuity surrender periods ending')).toBeNull();
  expect(ahead.getByRole('link', { name: 'Conversion rights ending' }).getAttribute('href')).toContain(
    'conversionExpiryDate:inNextDays:90',
  );
  expect((await axe(container)).violations).toEqual([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '30 days');
  await waitFor(() =>
    expect(server.of('allpolicy/totals').at(-1)?.body).toMatchObject({
      filter: expect.arrayContaining([expect.objectContaining({ value: 30 })]),
    }),
  );
  expect(screen.getByRole('region', { name: 'Changed in the last 30 days' })).toBeInTheDocument();
});

test('shows one message for the failed figures of a group, and retries them', async () => {
  let isBroken = true;
  const server = fakeServer({
    'POST allpolicy/totals': () => (isBroken ? problem(500, 'internal', 'x') : { policyCount: 3 }),
    'GET Insights/trends?months=24': () => TRENDS,
  });
  const { user } = renderPage(<InsightsPage />, { features });
  const group = within(await screen.findByRole('region', { name: 'At risk now' }));
  expect(await group.findByRole('alert')).toHaveTextContent('These figures could not be loaded.');
  expect(group.getByRole('link', { name: 'Lapse pending' })).toBeVisible();
  const before = server.of('allpolicy/totals').length;
  isBroken = false;
  await user.click(group.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(group.queryByRole('alert')).not.toBeInTheDocument());
  expect(server.of('allpolicy/totals')).toHaveLength(before + 3);
});

test('shows trends by month in the chosen range, with their figures', async () => {
  const server = fakeServer({
    'GET Insights/trends?months=24': () => TRENDS,
    'GET Insights/trends?months=60': () => ({ ...TRENDS, leftOut: 0 }),
  });
  const { user } = renderPage(<InsightsPage />, { features });
  const premium = within(await screen.findByRole('region', { name: 'Premium in force' }));
  expect(premium.getByText(/Now \$5,500\./)).toBeVisible();
  await user.click(premium.getByText('Show figures'));
  expect(premium.getByRole('row', { name: 'Nov 2026 $5,500' })).toBeVisible();
  const rates = within(screen.getByRole('region', { name: 'Lapse rate' }));
  await user.click(rates.getByText('Show figures'));
  expect(rates.getByRole('row', { name: 'Oct 2026 5.0%' })).toBeVisible();
  const persistency = within(screen.getByRole('region', { name: '13-month persistency' }));
  await user.click(persistency.getByText('Show figures'));
  expect(persistency.getByRole('row', { name: 'Oct 2026 -' })).toBeVisible();
  expect(screen.getByText(/2 policies are not counted/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Last 60 months');
  await waitFor(() => expect(screen.queryByText(/not counted/)).toBeNull());
  expect(server.of('Insights/trends?months=60')).toHaveLength(1);
});

test('compares a value with that of a year ago, and writes CSV', () => {
  const [premium, , rates, persistency, issued] = PANELS;
  if (!premium || !rates || !persistency || !issued) throw new Error('no panel');
  const rows = [
    month('2025-11-01', { annualizedPremium: '4000.00' }),
    ...Array.from({ length: 11 }, (_, i) => month(`2026-${String(i + 1).padStart(2, '0')}-01`)),
    month('2026-12-01'),
  ];
  expect(summaryOf(premium, rows)).toBe('Now $5,000, 25.0% more than a year ago.');
  expect(summaryOf(rates, rows)).toBe('Now 5.0%.');
  expect(summaryOf(persistency, rows)).toBe('');
  expect(summaryOf(issued, rows)).toBe('');
  expect(csvOf(premium, rows.slice(0, 1))).toBe('Month,Annualized premium\r\n2025-11,4000.00\r\n');
});

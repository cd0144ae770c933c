import { fakeServer, json, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { reportOf, totalsOf, uuidOf } from '../testing';

import { ReportsPage } from './reports-page';
import type { Report } from '../api/report';

const all = { read: true, write: true };
const features = { policyReports: all, shareReports: all, staleReports: all };
const listOf = (reports: Report[]) => () => ({ data: reports, total: reports.length });
const LIST = 'GET report?reportType=1';
const [A, B] = [uuidOf('a'), uuidOf('b')];
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('computes the totals of each report separately; shows zero as 0 and null as -', async () => {
  const server = fakeServer({
    [LIST]: listOf([
      reportOf(A, { name: 'Report a' }),
      reportOf(B, { name: 'Report b', isOwner: false, ownerName: 'Ines Calloway' }),
    ]),
    [`POST report/${A}/totals`]: () => totalsOf(A, '1234567.00'),
    [`POST report/${B}/totals`]: () => problem(500, 'internal', 'no'),
  });
  const { container } = renderPage(<ReportsPage slug="policies" />, { features });
  const own = await row('Report a');
  expect(await within(own).findByText('$1,234,567')).toBeInTheDocument();
  expect(within(own).getByText('Up to date')).toBeInTheDocument();
  const cells = within(own)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);
  expect(cells.slice(3, 8)).toEqual(['0', '$1,234,567', '-', '-', '-']);
  expect(await within(await row('Report b')).findByText('Not counted')).toBeInTheDocument();
  expect(within(await row('Report b')).getByText('Ines Calloway')).toBeInTheDocument();
  expect(server.of(`report/${B}/totals`)).toHaveLength(1);
  expect(await axe(container)).toHaveNoViolations();
});

test('computes the totals of 200 reports as they scroll into view, a few at a time', async () => {
  const reports = Array.from({ length: 200 }, (_, i) => reportOf(uuidOf(String(i))));
  const server = fakeServer({
    [LIST]: listOf(reports),
    ...Object.fromEntries(
      reports.map(({ uuid }) => [`POST report/${uuid}/totals`, () => new Promise(() => undefined)]),
    ),
  });
  renderPage(<ReportsPage slug="policies" />, { features });
  expect(await screen.findAllByText('Counting…')).toHaveLength(5);
  expect(server.requests.filter(({ path }) => path.endsWith('/totals'))).toHaveLength(5);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('stores the search in the URL and offers to clear it if nothing matches', async () => {
  fakeServer({ [LIST]: listOf([reportOf(A, { name: 'Lapsing', isTotalStale: false })]) });
  const { user, router } = renderPage(<ReportsPage slug="policies" />, { features });
  await row('Lapsing');
  await user.type(screen.getByRole('searchbox'), 'nothing{Enter}');
  expect(router.state.location.search).toBe('?q=nothing');
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  await row('Lapsing');
});

test('an empty list explains how to add a report, and a failure can be retried', async () => {
  let isBroken = true;
  fakeServer({ [LIST]: () => (isBroken ? problem(500, 'internal', 'no') : { data: [], total: 0 }) });
  const { user } = renderPage(<ReportsPage slug="policies" />, { features });
  expect(await screen.findByRole('alert')).toHaveTextContent('Unknown error');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/select “Save as report”/)).toBeInTheDocument();
});

test('names the subscribers of a report before deleting it', async () => {
  let reports = [
    reportOf(A, { name: 'Report a', subscriptionCount: 3, sharedCount: 1, isTotalStale: false }),
  ];
  const server = fakeServer({
    [LIST]: () => ({ data: reports, total: reports.length }),
    [`DELETE report/${A}?version=1`]: () => {
      reports = [];
      return json(204, null);
    },
  });
  const { user } = renderPage(<ReportsPage slug="policies" />, { features });
  const cell = within(await row('Report a')).getAllByRole('gridcell')[0] as HTMLElement;
  await user.click(cell);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Report a”?' });
  expect(dialog).toHaveTextContent(
    '3 subscribers will no longer be notified, and 1 other user will lose access. This cannot be undone.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No policy reports yet')).toBeInTheDocument();
  expect(server.of(`report/${A}?version=1`)).toHaveLength(1);
});

test('a report of another user can be subscribed to but not edited', async () => {
  const server = fakeServer({
    [LIST]: listOf([reportOf(A, { name: 'Report a', isOwner: false, isTotalStale: false })]),
    [`PUT report/${A}/subscription`]: () =>
      reportOf(A, { name: 'Report a', isOwner: false, isSubscribed: true, subscriptionCount: 1 }),
  });
  const { user } = renderPage(<ReportsPage slug="policies" />, { features });
  await user.click(within(await row('Report a')).getAllByRole('gridcell')[0] as HTMLElement);
  expect(screen.queryByRole('button', { name: /Delete|Share|Rename/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Subscription' }));
  const dialog = await screen.findByRole('dialog', { name: /Subscription/ });
  await user.click(within(dialog).getByRole('radio', { name: /In the digest/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.of(`report/${A}/subscription`)).toHaveLength(1));
  expect(server.of(`report/${A}/subscription`)[0]?.body).toEqual({
    isDigest: true,
    subscribedUserKeys: ['dana'],
  });
});

test('requests no reports without read access', async () => {
  const server = fakeServer({});
  renderPage(<ReportsPage slug="policies" />, { features: {} });
  expect(await screen.findByText('You don’t have access to policy reports')).toBeInTheDocument();
  expect(server.requests).toHaveLength(0);
});

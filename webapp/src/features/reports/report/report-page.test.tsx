import { call } from '@/lib/http';
import { fakeServer, json, problem, type FakeRequest } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { slowPage } from '@/testing/slow-page';
import { screen, waitFor, within } from '@testing-library/react';
import type { ListQuery } from 'firmbook-wasm';
import { axe } from 'jest-axe';
import { Link } from 'react-router';
import { reportOf, totalsOf } from '../testing';
import { ReportPage, type ReportSubject } from './report-page';
import type { Report } from '../api/report';

const all = { read: true, write: true };
const features = { policyReports: all, shareReports: all, exportData: all };
const subject: ReportSubject = {
  source: {
    list: 'policies',
    key: ['policies'],
    api: {
      search: (body, signal) => call('POST', 'allpolicy/search', { body, signal }),
      totals: (body, signal) => call('POST', 'allpolicy/totals', { body, signal }),
    },
  },
  noun: 'life policies',
  rowPath: ({ uuid }) => `/business/policies/${uuid}`,
};

const rows = {
  items: [{ uuid: 'p', policyNumber: 'P-1', status: 'InForce', deathBenefit: '5.00' }],
  totalRecords: 1,
  cursor: null,
};
const routes = (report: () => Report) => ({
  'GET report/a': report,
  'POST report/a/totals': () => totalsOf('a', '1234567.00'),
  'POST allpolicy/search': () => rows,
  'POST allpolicy/totals': () => ({ deathBenefit: '5.00' }),
});
const page = [{ path: '/reports/policies/:uuid', element: <ReportPage slug="policies" subject={subject} /> }];
const open = (address = '/reports/policies/a') => renderPage(null, { address, routes: page, features });
const lastQuery = (server: ReturnType<typeof fakeServer>) =>
  server.of('allpolicy/search').at(-1)?.body as ListQuery;
const bodies = (server: ReturnType<typeof fakeServer>, path: string) =>
  server
    .of(path)
    .filter(({ method }: FakeRequest) => method === 'PUT')
    .map(({ body }) => body);

test('opens a report as saved, with its totals', async () => {
  const report = reportOf('a', { name: 'Lapsing', description: 'For the Tuesday call' });
  const server = fakeServer(
    routes(() => ({ ...report, query: { ...report.query, customLabels: { status: 'State' } } })),
  );
  const { router, container } = open();
  expect(await screen.findByText('P-1')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Lapsing');
  expect(screen.getByRole('columnheader', { name: /State/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe(
    '?f=status:in:InForce&s=-deathBenefit&c=policyNumber,status,deathBenefit',
  );
  expect(server.of('allpolicy/search')).toHaveLength(1);
  expect(lastQuery(server)).toMatchObject({
    reportUuid: 'a',
    filter: [],
    sort: [{ column: 'deathBenefit' }],
  });
  expect(await screen.findByText('$1,234,567')).toBeInTheDocument();
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
  expect(await axe(container)).toHaveNoViolations();
});

test('a report that loads late does not interrupt a navigation', async () => {
  let respond = () => {};
  const isKnown = new Promise<void>((resolve) => (respond = resolve));
  const report = reportOf('a', { name: 'Lapsing' });
  fakeServer({
    ...routes(() => report),
    'GET report/a': async () => {
      await isKnown;
      return report;
    },
  });
  const { route, arrive } = slowPage('/support');
  const opening = {
    path: '/reports/policies/:uuid',
    element: (
      <>
        <Link to="/support">Support</Link>
        <ReportPage slug="policies" subject={subject} />
      </>
    ),
  };
  const { user, router } = renderPage(null, {
    address: '/reports/policies/a',
    routes: [opening, route],
    features,
  });
  await user.click(screen.getByRole('link', { name: 'Support' }));
  respond();
  expect(await screen.findByRole('heading', { level: 1, name: /Lapsing/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  arrive();
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeInTheDocument();
});

test('saves changes and resolves a conflict with another user', async () => {
  let stored = reportOf('a', { name: 'Lapsing' });
  const server = fakeServer({
    ...routes(() => stored),
    'PUT report/a': ({ body }) => {
      const { version, ...input } = body as { version: number } & Pick<
        Report,
        'name' | 'description' | 'query'
      >;
      if (version !== stored.version) {
        return json(409, {
          code: 'version_conflict',
          message: 'No',
          errors: [],
          traceId: '',
          current: stored,
        });
      }
      stored = { ...stored, ...input, version: version + 1 };
      return stored;
    },
  });
  const { user } = open();
  await screen.findByText('P-1');
  stored = { ...stored, version: 2, name: 'Lapsing soon' };
  await user.click(screen.getByRole('button', { name: 'Remove filter: Status is In Force' }));
  expect(await screen.findByText(/You have unsaved changes/)).toBeInTheDocument();
  await waitFor(() => expect(lastQuery(server)).not.toHaveProperty('reportUuid'));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const panel = await screen.findByRole('dialog', { name: 'Save changes' });
  expect(within(panel).getByRole('radio', { name: /Lapsing soon/ })).toBeChecked();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“Lapsing soon” saved')).toBeInTheDocument();
  expect(bodies(server, 'report/a').at(-1)).toMatchObject({
    version: 2,
    name: 'Lapsing soon',
    query: { filter: [] },
  });
  await waitFor(() => expect(screen.queryByText(/You have unsaved changes/)).toBeNull());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Lapsing soon');
});

test('changes can be discarded or saved as a new report', async () => {
  fakeServer({
    ...routes(() => reportOf('a')),
    'POST report': ({ body }) => json(201, reportOf('b', body as Partial<Report>)),
    'GET report/b': () => reportOf('b'),
  });
  const { user, router } = open();
  await screen.findByText('P-1');
  await user.click(screen.getByRole('button', { name: 'Remove filter: Status is In Force' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(
    await screen.findByRole('button', { name: 'Remove filter: Status is In Force' }),
  ).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Remove filter: Status is In Force' }));
  await user.click(await screen.findByRole('button', { name: 'Save as new' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save as report' });
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Report a (copy)');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports/policies/b'));
});

test('a report of another user is read-only and names whose totals are shown', async () => {
  fakeServer({
    ...routes(() => reportOf('a', { isOwner: false, ownerName: 'Ines Calloway', sharedCount: 2 })),
    'POST report/a/totals': () => ({ ...totalsOf('a', '5.00'), ownerTotalsDiffer: true }),
  });
  const { user } = open();
  expect(await screen.findByText(/Ines Calloway has access to other rows/)).toBeInTheDocument();
  expect(screen.getByText('Owned by Ines Calloway · shared with 2')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Remove filter: Status is In Force' }));
  expect(await screen.findByRole('button', { name: 'Save as new' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Save changes|Share/ })).toBeNull();
});

test('a report with a missing column shows the remaining ones and can be repaired', async () => {
  const broken = reportOf('a', {
    query: { ...reportOf('a').query, filter: [{ column: 'shoeSize', op: 'gte', value: 43 }] },
    problem: {
      code: 'unknown_column',
      message: 'This list has no column shoeSize.',
      field: 'filter[0].column',
    },
  });
  const server = fakeServer({
    ...routes(() => broken),
    'PUT report/a': ({ body }) => ({ ...broken, ...(body as object), version: 2, problem: null }),
  });
  const { user } = open();
  expect(await screen.findByText('P-1')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This list has no column shoeSize.');
  expect(lastQuery(server)).not.toHaveProperty('reportUuid');
  expect(server.of('report/a/totals')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Save without it' }));
  await waitFor(() => expect(bodies(server, 'report/a')).toMatchObject([{ query: { filter: [] } }]));
  await waitFor(() => expect(screen.queryByText(/shoeSize/)).toBeNull());
});

test('the changes panel has its own URL', async () => {
  fakeServer({
    ...routes(() => reportOf('a')),
    'GET report/a/changes': () => ({
      since: '2026-11-20T12:00:00Z',
      rowsIn: 51,
      rowsOut: 1,
      came: [{ uuid: 'p', label: 'P-1' }],
      went: [{ uuid: 'q', label: null }],
      totals: [{ key: 'deathBenefit', before: '1000.00', after: '2000.00' }],
    }),
  });
  open('/reports/policies/a?panel=changes');
  const panel = await screen.findByRole('dialog', { name: 'What changed' });
  expect(await within(panel).findByRole('row', { name: 'Death Benefit $1,000 $2,000' })).toBeInTheDocument();
  expect(within(panel).getByRole('region', { name: 'Rows added' })).toHaveTextContent('+51P-1and 50 more');
  expect(within(panel).getByRole('link', { name: 'P-1' })).toHaveAttribute('href', '/business/policies/p');
  expect(within(panel).getByRole('region', { name: 'Rows removed' })).toHaveTextContent(
    'A row you can no longer access',
  );
});

test('explains subscriptions to users without one', async () => {
  fakeServer({
    ...routes(() => reportOf('a')),
    'GET report/a/changes': () => problem(404, 'not_found', 'no'),
  });
  const { user } = open('/reports/policies/a?panel=changes');
  const panel = await screen.findByRole('dialog', { name: 'What changed' });
  expect(await within(panel).findByText(/to track its changes/)).toBeInTheDocument();
  await user.click(within(panel).getByRole('button', { name: 'Subscribe…' }));
  expect(await screen.findByRole('dialog', { name: 'Subscription to “Report a”' })).toBeInTheDocument();
});

test('a deleted report links back to the list', async () => {
  fakeServer({ 'GET report/a': () => problem(404, 'not_found', 'no') });
  open();
  expect(await screen.findByText('Report not found')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Policy reports' })).toHaveAttribute('href', '/reports/policies');
});

test('opens the summary from the toolbar and keeps it in the URL', async () => {
  fakeServer({
    ...routes(() => reportOf('a', { name: 'Lapsing' })),
    'GET ReportSummary/a': () => ({
      displayName: 'Lapsing',
      hasContracts: true,
      maxRows: 3000,
      pending: [],
      documents: [],
    }),
  });
  const reading = { read: true, write: false };
  const { user, router } = renderPage(null, {
    address: '/reports/policies/a',
    routes: page,
    features: { ...features, deliverables: reading },
  });
  await user.click(await screen.findByRole('button', { name: 'Summary' }));
  const dialog = await screen.findByRole('dialog', { name: 'Summary of “Lapsing”' });
  expect(await within(dialog).findByText('No versions yet.')).toBeVisible();
  expect(router.state.location.search).toContain('panel=summary');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).not.toContain('panel'));
});

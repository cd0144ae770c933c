import { call } from '@/lib/http';
import { fakeServer, json } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { listDefinition, type ListQuery } from 'firmbook-wasm';
import { ListPage } from '../list-page';
import type { ListSource } from '../types';

const source: ListSource = {
  list: 'policies',
  key: ['policies'],
  api: {
    columns: (signal) => call('GET', 'allpolicy/columns', { signal }),
    search: (body, signal) => call('POST', 'allpolicy/search', { body, signal }),
    totals: (body, signal) => call('POST', 'allpolicy/totals', { body, signal }),
  },
};

const page = (
  <ListPage
    source={source}
    crumbs={['Business']}
    title="Life Policies"
    about="All policies."
    isAllowed
    canExport={false}
    rowPath={(row) => `/business/policies/${row.uuid}`}
  />
);

const COLUMNS = ['policyNumber', 'status', 'deathBenefit'];
const reportNamed = (uuid: string, name: string, columns: string[]) => ({
  uuid,
  name,
  ownerName: 'Dana Whitfield',
  list: 'policies' as const,
  columns,
  customLabels: {},
  sort: [{ column: columns[1] ?? '', direction: 'desc' }],
});
const LAPSING = reportNamed('r-1', 'Lapsing soon', ['status', 'policyNumber']);
const LARGE = reportNamed('r-2', 'Large policies', ['policyNumber', 'deathBenefit']);
const AGENTS = { ...reportNamed('r-3', 'Agents in Ohio', ['name']), list: 'agents' as const };

function openPolicies(reports: object[], address = '/', isBusy = false) {
  const state = { isBusy };
  const server = fakeServer({
    'GET TableState/policies': () => null,
    'GET report/shared': () =>
      state.isBusy
        ? json(503, { code: 'unavailable', message: 'The server is busy.' })
        : json(200, { data: reports }),
    'GET allpolicy/columns': () =>
      listDefinition('policies').columns.filter(({ key }) => COLUMNS.includes(key)),
    'POST allpolicy/search': () => ({
      items: [{ uuid: 'p-1', policyNumber: 'AB-1', canOpen: false }],
      totalRecords: 1,
      cursor: 'c',
    }),
    'POST allpolicy/totals': () => json(200, { deathBenefit: '1.00' }),
  });
  const { user, router } = renderPage(page, {
    scope: 'Shared',
    address,
  });
  const last = () => server.of('allpolicy/search').at(-1)?.body as ListQuery | undefined;
  return { user, router, last, server, state };
}

const title = () => screen.findByRole('heading', { level: 1 });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

test('opens the only shared report under its own name, with its columns in order', async () => {
  const { last } = openPolicies([LAPSING, AGENTS]);
  expect(await screen.findByText('AB-1')).toBeInTheDocument();
  expect(await title()).toHaveTextContent('Lapsing soon');
  expect(screen.getByText('Shared by Dana Whitfield')).toBeVisible();
  expect(last()).toMatchObject({
    reportUuid: 'r-1',
    selectColumns: ['status', 'policyNumber'],
    sort: [{ column: 'policyNumber', direction: 'desc' }],
  });
  expect(headers().join()).toMatch(/Status.*Policy Number/);
  expect(screen.queryByRole('combobox', { name: 'Shared report' })).not.toBeInTheDocument();
  expect(document.title).toMatch(/^Lapsing soon/);
  // The status of this row is hidden.
  expect(document.querySelector('[data-tone]')).toBeNull();
});

test('shows columns under the labels that the owner chose', async () => {
  openPolicies([{ ...LAPSING, customLabels: { status: 'Standing' } }]);
  expect(await screen.findByText('AB-1')).toBeInTheDocument();
  expect(headers().join()).toMatch(/Standing.*Policy Number/);
});

test('switches between several shared reports and all of their rows', async () => {
  const { user, router, last } = openPolicies([LARGE, LAPSING]);
  expect(await screen.findByText('AB-1')).toBeInTheDocument();
  expect(await title()).toHaveTextContent('Life Policies');
  expect(last()?.reportUuid).toBeUndefined();
  expect(last()?.selectColumns).toEqual(expect.arrayContaining(COLUMNS));

  const picker = screen.getByRole('combobox', { name: 'Shared report' });
  await user.selectOptions(picker, 'Large policies');
  expect(await title()).toHaveTextContent('Large policies');
  await waitFor(() => expect(last()).toMatchObject({ reportUuid: 'r-2', selectColumns: LARGE.columns }));
  expect(router.state.location.search).toBe('?report=r-2');

  await user.selectOptions(screen.getByRole('combobox', { name: 'Shared report' }), 'All shared reports');
  expect(await title()).toHaveTextContent('Life Policies');
  expect(router.state.location.search).toBe('');
});

test('does not show the rows of all reports if the report in the URL cannot be loaded', async () => {
  const { user, server, state } = openPolicies([LARGE, LAPSING], '/?report=r-2', true);
  expect(await screen.findByRole('alert')).toHaveTextContent('The shared report could not be loaded');
  expect(server.of('allpolicy/search')).toEqual([]);
  state.isBusy = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await title()).toHaveTextContent('Large policies');

  // The report stays if reloading fails.
  state.isBusy = true;
  const loads = server.of('report/shared').length;
  act(() => window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(server.of('report/shared').length).toBeGreaterThan(loads));
  await act(() => Promise.resolve());
  expect(await title()).toHaveTextContent('Large policies');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('shows that the report in the URL is no longer shared', async () => {
  openPolicies([LARGE, LAPSING], '/?report=r-9');
  expect(await screen.findByText(/not shared with you anymore/)).toBeVisible();
  expect(await title()).toHaveTextContent('Life Policies');
});

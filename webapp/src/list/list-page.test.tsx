import { agentsPage, fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { call } from '@/lib/http';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import type { FilterItem, ListQuery } from 'firmbook-wasm';
import { ListPage } from './list-page';
import type { ListSource } from './types';

const source: ListSource = {
  list: 'agents',
  key: ['agents'],
  api: {
    search: (body, signal) => call('POST', 'FirmAgent/search', { body, signal }),
    totals: (body, signal) => call('POST', 'FirmAgent/totals', { body, signal }),
  },
};

const page = (
  <ListPage
    source={source}
    crumbs={['People']}
    title="Agents"
    about="The people who sell."
    isAllowed
    canExport
    rowPath={(row) => `/people/agents/${row.uuid}`}
    primaryAction={<button type="button">Add agent</button>}
  />
);

const TOTAL = 5000;
const totals = { policyCount: 4321, deathBenefit: '987654321.00' };
const routes = (search: (query: ListQuery) => unknown = (query) => agentsPage(query, TOTAL)) => ({
  'GET TableState/agents': () => null,
  'PUT TableState/agents': ({ body }: { body: unknown }) => body,
  'POST FirmAgent/search': ({ body }: { body: unknown }) => search(body as ListQuery),
  'POST FirmAgent/totals': () => totals,
});

const bodies = (server: ReturnType<typeof fakeServer>) =>
  server.of('FirmAgent/search').map((request) => request.body as ListQuery);
const lastQuery = (server: ReturnType<typeof fakeServer>) => bodies(server).at(-1);
const firstRow = () => screen.findByText('Agent 0');

test('shows the rows on the screen, the row count and the totals', async () => {
  fakeServer(routes());
  const { container } = renderPage(page);
  await firstRow();
  expect(screen.getByRole('heading', { name: /Agents/ })).toHaveTextContent('5,000');
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '5002');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(await screen.findByText('$987,654,321')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('loads more pages as they scroll into view, using the cursor of the previous page', async () => {
  const server = fakeServer(routes());
  renderPage(page);
  await firstRow();
  const scroller = screen.getByRole('grid').parentElement as HTMLElement;
  act(() => {
    scroller.scrollTop = 250 * 36;
    scroller.dispatchEvent(new Event('scroll'));
  });
  expect(await screen.findByText('Agent 255')).toBeInTheDocument();
  const limits = bodies(server).map((query) => query.limit);
  expect(limits).toContainEqual({ offset: 200, rowCount: 100, after: 'after 100' });
});

test('reads search, filter, sort and columns from the URL', async () => {
  const server = fakeServer(routes());
  renderPage(page, { address: '/?q=whit&f=state:in:CA,NY&s=-deathBenefit&c=name,state' });
  await firstRow();
  expect(lastQuery(server)).toMatchObject({
    searchText: 'whit',
    filter: [{ column: 'state', op: 'in', value: ['CA', 'NY'] }],
    sort: [{ column: 'deathBenefit', direction: 'desc' }],
    selectColumns: ['name', 'deathBenefit', 'state'],
  });
  expect(screen.getByRole('searchbox')).toHaveValue('whit');
  expect(screen.getByRole('button', { name: 'State is any of California, New York' })).toBeInTheDocument();
  expect(screen.getAllByRole('columnheader')).toHaveLength(4);
});

test('searches half a second after typing, and cancels the previous search', async () => {
  const pendingResponses: (() => void)[] = [];
  const server = fakeServer(
    routes(async (query) => {
      if (query.searchText) await new Promise<void>((resolve) => pendingResponses.push(resolve));
      return agentsPage(query, query.searchText === 'second' ? 1 : TOTAL);
    }),
  );
  const { user, router } = renderPage(page);
  await firstRow();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.keyboard('first');
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(server.of('FirmAgent/search')).toHaveLength(2));
  await user.clear(screen.getByRole('searchbox'));
  await user.keyboard('second{Enter}');
  await waitFor(() => expect(server.of('FirmAgent/search')).toHaveLength(3));
  const [, first, second] = server.of('FirmAgent/search');
  expect(first?.signal?.aborted).toBe(true);
  expect(second?.signal?.aborted).toBe(false);
  act(() => pendingResponses.forEach((release) => release()));
  await waitFor(() => expect(screen.getByRole('heading', { name: /Agents/ })).toHaveTextContent('1'));
});

test('marks the totals as old while the rows still belong to the previous search', async () => {
  let release = () => {};
  fakeServer(
    routes(async (query) => {
      if (query.searchText) await new Promise<void>((resolve) => (release = resolve));
      return agentsPage(query, TOTAL);
    }),
  );
  const { user } = renderPage(page);
  await firstRow();
  const sums = (await screen.findByText('$987,654,321')).closest('[role=row]');
  await waitFor(() => expect(sums).not.toHaveAttribute('data-stale'));
  await user.type(screen.getByRole('searchbox'), 'first{Enter}');
  await waitFor(() => expect(sums).toHaveTextContent('$987,654,321'));
  expect(sums).toHaveAttribute('data-stale');
  await act(async () => release());
  await waitFor(() => expect(sums).not.toHaveAttribute('data-stale'));
});

test('a header click sorts, Shift adds a column, and the order is saved', async () => {
  const server = fakeServer(routes());
  const { user, router } = renderPage(page);
  await firstRow();
  await user.click(screen.getByRole('columnheader', { name: /^NPN/ }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('columnheader', { name: /^State/ }));
  await user.keyboard('{/Shift}');
  expect(router.state.location.search).toBe('?s=npn,state');
  expect(screen.getByRole('columnheader', { name: /^NPN/ })).toHaveAttribute('aria-sort', 'ascending');
  await waitFor(() => expect(server.requests.some((request) => request.method === 'PUT')).toBe(true));
  const saved = server.requests.find((request) => request.method === 'PUT');
  expect(saved?.body).toMatchObject({ sort: [{ column: 'npn' }, { column: 'state' }] });
});

test('restores the saved columns and order, and shows them in the URL', async () => {
  const server = fakeServer({
    ...routes(),
    'GET TableState/agents': () => ({
      columns: [
        { key: 'name', width: 300, label: 'Producer' },
        { key: 'deathBenefit', width: null, label: null },
      ],
      sort: [{ column: 'name', direction: 'desc' }],
    }),
  });
  const { router } = renderPage(page);
  expect(await screen.findByRole('columnheader', { name: /Producer/ })).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.search).toBe('?s=-name&c=name,deathBenefit'));
  expect(lastQuery(server)).toMatchObject({ selectColumns: ['name', 'deathBenefit'] });
});

test('keeps the fragment of the URL when it shows the saved columns', async () => {
  fakeServer({
    ...routes(),
    'GET TableState/agents': () => ({ columns: [{ key: 'name', width: null, label: null }], sort: [] }),
  });
  const { router } = renderPage(page, { address: '/#there' });
  await waitFor(() => expect(router.state.location.search).toBe('?c=name'));
  expect(router.state.location.hash).toBe('#there');
});

test('builds a filter from column, operator and value', async () => {
  const server = fakeServer(routes());
  const { user } = renderPage(page);
  await firstRow();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const find = await screen.findByRole('textbox', { name: 'Find a column' });
  await waitFor(() => expect(find).toHaveFocus());
  await user.keyboard('death{Enter}');
  const form = await screen.findByRole('form', { name: 'New filter' });
  expect(within(form).getByRole('combobox', { name: 'Operator' })).toHaveValue('gte');
  await user.click(within(form).getByRole('button', { name: 'Apply' }));
  expect(await within(form).findByText(/\w+ .*\./)).toBeInTheDocument();
  await user.type(within(form).getByRole('textbox', { name: 'Value' }), '250000{Enter}');
  const wanted: FilterItem = { column: 'deathBenefit', op: 'gte', value: '250000' };
  await waitFor(() => expect(lastQuery(server)?.filter).toEqual([wanted]));
  await user.click(screen.getByRole('button', { name: 'Remove filter: Death Benefit ≥ $250,000' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /Remove filter/ })).not.toBeInTheDocument(),
  );
});

test('describes the purpose of an empty list', async () => {
  fakeServer(routes((query) => agentsPage(query, 0)));
  renderPage(page);
  expect(await screen.findByText('The people who sell.')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Add agent' })).toHaveLength(2);
});

test('offers to clear search and filters if no rows match', async () => {
  fakeServer(routes((query) => agentsPage(query, query.searchText || query.filter?.length ? 0 : TOTAL)));
  const { user, router } = renderPage(page, { address: '/?q=zzz&f=state:in:CA' });
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await firstRow();
  expect(router.state.location.search).toBe('');
});

test('shows the catalog message for a failure, with a retry', async () => {
  let isBroken = true;
  fakeServer(routes((query) => (isBroken ? problem(500, 'internal', 'secret') : agentsPage(query, TOTAL))));
  const { user } = renderPage(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('FailureCould not load agents!');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await firstRow();
});

test('shows the no-access message on 403', async () => {
  fakeServer(routes(() => problem(403, 'forbidden', 'No')));
  renderPage(page);
  expect(await screen.findByText('You don’t have access to agents')).toBeInTheDocument();
});

test('asks staff without an open firm to open one, and offers nothing to add', async () => {
  fakeServer(routes(() => ({ totalRecords: 0, cursor: null, items: [] })));
  renderPage(
    <ListPage
      {...page.props}
      primaryAction={<button>Add agent</button>}
      extraTool={() => <button>Import</button>}
    />,
    { userOverrides: { firmId: 0 } },
  );
  expect(await screen.findByRole('heading', { name: 'No firm is open' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open a firm' })).toHaveAttribute('href', '/operations/firms');
  expect(screen.queryByRole('button', { name: /Add agent|Import/ })).toBeNull();
});

test('selects all rows of the list, including those not loaded', async () => {
  fakeServer(routes());
  const runAll = jest.fn(async () => undefined);
  const { user } = renderPage(
    <ListPage
      {...page.props}
      selectionActions={[{ label: 'Tag', icon: null, run: async () => undefined, runAll }]}
    />,
  );
  await firstRow();
  const rows = () => screen.getAllByRole('row').filter((row) => Number(row.dataset.row) >= 0);
  await user.click(within(rows()[0] as HTMLElement).getAllByRole('gridcell')[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Select all 5,000' }));
  expect(rows().every((row) => row.getAttribute('aria-selected') === 'true')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Tag' }));
  await waitFor(() => expect(runAll).toHaveBeenCalled());
  expect(rows().some((row) => row.getAttribute('aria-selected') === 'true')).toBe(false);
});

test('disables actions that cannot run on that many rows, and shows their limit', async () => {
  fakeServer(routes());
  const run = async () => undefined;
  const { user } = renderPage(
    <ListPage
      {...page.props}
      selectionActions={[
        { label: 'Tag', icon: null, run, runAll: run, limit: 4_000 },
        { label: 'Move', icon: null, run, runAll: run, limit: 5_000 },
        { label: 'Merge', icon: null, run },
      ]}
    />,
  );
  await firstRow();
  const row = screen.getAllByRole('row').find(({ dataset }) => Number(dataset.row) >= 0);
  await user.click(within(row as HTMLElement).getAllByRole('gridcell')[0] as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Tag' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Merge' })).toBeEnabled();
  await user.click(await screen.findByRole('button', { name: 'Select all 5,000' }));
  expect(screen.getByRole('button', { name: 'Tag (up to 4,000 rows)' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Move' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Merge (up to 1,000 selected rows)' })).toBeDisabled();
});

test('labels custom field columns with the names of the fields', async () => {
  fakeServer({
    ...routes(),
    'GET FirmAgent/customFields': () => [
      { name: 'Tier', column: 'customField2' },
      { name: 'Without column', column: null },
    ],
  });
  const { user } = renderPage(page, { address: '/?c=name,customField1,customField2' });
  await firstRow();
  expect(await screen.findByRole('columnheader', { name: /Tier/ })).toBeInTheDocument();
  // The firm has no field for the other column.
  expect(screen.queryByRole('columnheader', { name: /Custom Field/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Columns/ }));
  expect(await screen.findByRole('checkbox', { name: 'Tier' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: /Custom Field|Without column/ })).not.toBeInTheDocument();
});

test('keeps the focus on a renamed column, and finds it by its default name', async () => {
  fakeServer(routes());
  const { user } = renderPage(page, { address: '/?c=name,npn,state' });
  await firstRow();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const search = await screen.findByRole('textbox', { name: 'Find a column' });
  await user.type(search, 'npn');
  await user.click(screen.getByRole('button', { name: 'Rename NPN' }));
  await user.keyboard('License{Enter}');
  expect(screen.getByRole('button', { name: 'Rename License' })).toHaveFocus();
  await user.clear(search);
  await user.type(search, 'npn');
  expect(screen.getByRole('checkbox', { name: 'License' })).toBeChecked();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^(Add )?filter/i }));
  await user.type(await screen.findByRole('textbox', { name: 'Find a column' }), 'npn');
  expect(screen.getByRole('button', { name: 'License' })).toBeVisible();
});

test('shows the column that the list is sorted by only until the order changes, and does not save it', async () => {
  const server = fakeServer({
    ...routes(),
    'GET TableState/agents': () => ({ columns: [{ key: 'name' }, { key: 'npn' }], sort: [], views: [] }),
  });
  const { user, router } = renderPage(page, { address: '/?s=-policyCount' });
  await firstRow();
  const headers = () => screen.getAllByRole('columnheader').map(({ title }) => title);
  const sorted = screen.getByRole('columnheader', { name: /Policies/ });
  expect(headers()).toEqual(['', 'Name', sorted.title, 'NPN']);
  expect(sorted).toHaveAttribute('aria-sort', 'descending');
  expect(lastQuery(server)?.selectColumns).toEqual(['name', 'policyCount', 'npn']);
  expect(router.state.location.search).toBe('?s=-policyCount&c=name,npn');

  await user.click(screen.getByRole('columnheader', { name: /NPN/ }));
  await waitFor(() => expect(headers()).toEqual(['', 'Name', 'NPN']));
  await waitFor(() => expect(server.of('TableState/agents').at(-1)?.method).toBe('PUT'));
  expect(server.of('TableState/agents').at(-1)?.body).toMatchObject({
    columns: [{ key: 'name' }, { key: 'npn' }],
  });
});

test('restores the default order together with the columns', async () => {
  const server = fakeServer(routes());
  const { user } = renderPage(page, { address: '/?s=-policyCount&c=name,policyCount' });
  await firstRow();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Restore defaults' }));
  await waitFor(() => expect(lastQuery(server)?.sort).toEqual([]));
});

const focusedRow = () => document.activeElement?.closest('[role="row"]')?.getAttribute('data-row');

test.each(['{Enter}', '{ArrowDown}'])('%s in the search box moves to the first row', async (key) => {
  fakeServer(routes());
  const { user } = renderPage(page);
  await firstRow();
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard(key);
  expect(focusedRow()).toBe('0');
});

test('Enter after a changed search text searches and stays in the search box', async () => {
  const server = fakeServer(routes());
  const { user } = renderPage(page);
  await firstRow();
  await user.type(screen.getByRole('searchbox'), 'whit{Enter}');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await waitFor(() => expect(lastQuery(server)?.searchText).toBe('whit'));
  await firstRow();
  await user.keyboard('{Enter}');
  expect(focusedRow()).toBe('0');
});

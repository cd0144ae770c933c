import { agentsPage, fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { slowPage } from '@/testing/slow-page';
import { call } from '@/lib/http';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ListQuery, TableState } from 'firmbook-wasm';
import { Link } from 'react-router';
import { ListPage } from './list-page';
import { SearchBox } from './search-box';
import type { ListSource } from './types';

afterEach(() => jest.useRealTimers());

test('a pending search does not interrupt a navigation', async () => {
  jest.useFakeTimers();
  const { route, arrive } = slowPage('/people/agents/:uuid');
  const onSearch = jest.fn();
  renderPage(
    <>
      <SearchBox label="Search" value="" onSearch={onSearch} />
      <Link to="/people/agents/a">Ada</Link>
    </>,
    { routes: [route] },
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'whit' } });
  fireEvent.click(screen.getByRole('link', { name: 'Ada' }));
  act(() => jest.advanceTimersByTime(2_000));
  expect(onSearch).not.toHaveBeenCalled();
  jest.useRealTimers();
  arrive();
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeInTheDocument();
});

const source: ListSource = {
  list: 'agents',
  key: ['agents'],
  api: {
    search: (body, signal) => call('POST', 'FirmAgent/search', { body, signal }),
    totals: (body, signal) => call('POST', 'FirmAgent/totals', { body, signal }),
  },
};

test('a table state that loads late does not interrupt a navigation', async () => {
  const { route, arrive } = slowPage('/people/agents/:uuid');
  const saved: TableState = { columns: [], sort: [{ column: 'name', direction: 'desc' }], views: [] };
  let respond = () => {};
  const isKnown = new Promise<void>((resolve) => (respond = resolve));
  fakeServer({
    'GET TableState/agents': async () => {
      await isKnown;
      return saved;
    },
    'POST FirmAgent/search': ({ body }) => agentsPage(body as ListQuery, 5),
    'POST FirmAgent/totals': () => ({}),
  });
  const { user, router } = renderPage(
    <>
      <Link to="/people/agents/a">Ada</Link>
      <ListPage
        source={source}
        crumbs={['People']}
        title="Agents"
        about="The people who sell."
        isAllowed
        canExport={false}
        rowPath={(row) => `/people/agents/${row.uuid}`}
      />
    </>,
    { routes: [route] },
  );
  await user.click(screen.getByRole('link', { name: 'Ada' }));
  respond();
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '7'));
  expect(router.state.location.search).toBe('');
  arrive();
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeInTheDocument();
});

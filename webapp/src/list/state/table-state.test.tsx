import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ListName } from 'firmbook-wasm';
import { useTableState } from './table-state';

function Example({ list = null }: { list?: ListName | null }) {
  const { saved, save } = useTableState('example', list);
  const columns = saved?.columns ?? [];
  const add = () =>
    save({
      columns: [...columns, { key: `c${columns.length}`, label: null, width: null }],
      sort: [],
    });
  return <button onClick={add}>{columns.map((column) => column.key).join(' ') || 'none'}</button>;
}

test('each change builds on the previous one, even in quick succession', () => {
  renderPage(<Example />);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button).toHaveTextContent('c0 c1');
});

const column = (key: string) => ({ key, label: null, width: null });
const view = { name: 'Due soon', columns: [], sort: [], filter: [], searchText: '' };

/** Changes the table, waits until the change is stored, and returns the stored states. */
async function change(server: ReturnType<typeof fakeServer>) {
  jest.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole('button'));
    await act(() => jest.advanceTimersByTimeAsync(2_000));
  } finally {
    jest.useRealTimers();
  }
  return server.of('TableState/agents').filter(({ method }) => method === 'PUT');
}

test('a change keeps the columns that were saved in another browser, and stores no views', async () => {
  const older = { columns: [column('old')], sort: [], views: [] };
  localStorage.setItem('firmbook-table-example-dana', JSON.stringify(older));
  const server = fakeServer({
    'GET TableState/agents': () => ({ columns: [column('new')], sort: [], views: [view] }),
    'PUT TableState/agents': () => null,
  });
  renderPage(<Example list="agents" />);
  await screen.findByRole('button', { name: 'new' });
  const [stored] = await change(server);
  expect(stored?.body).toEqual({ columns: [column('new'), column('c1')], sort: [] });
});

test('a change is not stored when the saved table could not be loaded', async () => {
  const server = fakeServer({ 'GET TableState/agents': () => problem(500, 'internal', 'Unknown error') });
  const { queries } = renderPage(<Example list="agents" />);
  await screen.findByRole('button', { name: 'none' });
  const key = ['tableState', 'example', 'dana'];
  await waitFor(() => expect(queries.getQueryState(key)?.status).toBe('error'));
  expect(await change(server)).toEqual([]);
  expect(screen.getByRole('button')).toHaveTextContent('c0');
});

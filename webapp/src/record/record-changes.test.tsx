import { PAGE_ID } from '@/lib/http';
import { dispatchHubEvent, setConnectionState } from '@/lib/hub-events';
import { fakeServer } from '@/testing/fake-server';
import { renderPage } from '@/testing/render';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { call } from '@/lib/http';
import { RecordDeleted } from './record-deleted';
import { useRecordChanges } from './use-record-changes';

const CHANGED = { kind: 'agent', uuid: 'a1', isDeleted: false, by: 'Rosa Lee', page: null };
const dispatchChange = (changed: object = {}) =>
  act(() => dispatchHubEvent('RecordChanged', { ...CHANGED, ...changed }));

function Page() {
  const { data } = useQuery({
    queryKey: ['agent', 'a1'],
    queryFn: () => call('GET', 'FirmAgent/agent/{uuid}', { path: { uuid: 'a1' } }),
  });
  const deletedBy = useRecordChanges({ kind: 'agent', uuid: 'a1', queryKeys: [['agent', 'a1']] });
  if (deletedBy)
    return <RecordDeleted noun="agent" deletedBy={deletedBy} list="/agents" listLabel="All agents" />;
  return <p>{data?.displayName}</p>;
}

const open = async () => {
  let requestCount = 0;
  const server = fakeServer({
    'GET FirmAgent/agent/a1': () => ({ displayName: `Answer ${++requestCount}` }),
  });
  renderPage(<Page />);
  await screen.findByText('Answer 1');
  return server;
};

test('reloads a record changed by another user and names that user', async () => {
  await open();
  dispatchChange();
  expect(await screen.findByText('Answer 2')).toBeInTheDocument();
  expect(await screen.findByText('Rosa Lee changed this agent')).toBeInTheDocument();
});

test('reloads a record changed in the background without a message', async () => {
  await open();
  dispatchChange({ by: '' });
  expect(await screen.findByText('Answer 2')).toBeInTheDocument();
  expect(screen.queryByText(/changed this agent/)).not.toBeInTheDocument();
});

test('ignores changes made by this page and changes of other records', async () => {
  const server = await open();
  dispatchChange({ page: PAGE_ID });
  dispatchChange({ uuid: 'a2' });
  dispatchChange({ kind: 'owner' });
  dispatchChange({ isDeleted: true, page: PAGE_ID });
  dispatchChange();
  await screen.findByText('Answer 2');
  expect(server.requests).toHaveLength(2);
  expect(screen.getAllByText('Rosa Lee changed this agent')).toHaveLength(1);
});

test('reloads the record on a new connection after a loss', async () => {
  await open();
  for (const state of ['Connected', 'Reconnecting', 'Connected']) act(() => setConnectionState(state));
  expect(await screen.findByText('Answer 2')).toBeInTheDocument();
});

test('does not reload a record deleted by another user, and shows it again once restored', async () => {
  const server = await open();
  dispatchChange({ isDeleted: true });
  expect(await screen.findByRole('heading', { name: 'This agent was deleted' })).toBeInTheDocument();
  expect(screen.getByText(/Rosa Lee deleted it/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'All agents' })).toHaveAttribute('href', '/agents');
  expect(server.requests).toHaveLength(1);
  dispatchChange();
  expect(await screen.findByText('Answer 2')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
});

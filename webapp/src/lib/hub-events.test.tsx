import { jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import {
  dispatchHubEvent,
  onHubEvent,
  setConnectionState,
  setHubConnection,
  useHubEvent,
  usePollInterval,
  useReconnect,
  withHubDisconnected,
} from './hub-events';

const CHANGED = { kind: 'agent', uuid: 'u', isDeleted: false, by: 'Ada Lee', page: null };

test('delivers an event to listeners of its name, ignoring case, until they unsubscribe', () => {
  const [item, other] = [jest.fn(), jest.fn()];
  const stop = onHubEvent('RecordChanged', item);
  onHubEvent('ReportTotals', other);
  dispatchHubEvent('RecordChanged', CHANGED);
  dispatchHubEvent('recordchanged', CHANGED);
  dispatchHubEvent('SomethingNew', CHANGED);
  stop();
  dispatchHubEvent('RecordChanged', CHANGED);
  expect(item.mock.calls).toEqual([[CHANGED], [CHANGED]]);
  expect(other).not.toHaveBeenCalled();
});

test('calls the latest handler of a mounted component', () => {
  const events: string[] = [];
  function Page({ name }: { name: string }) {
    useHubEvent('RecordChanged', ({ uuid }) => events.push(`${name} ${uuid}`));
    return null;
  }
  const { rerender, unmount } = render(<Page name="first" />);
  rerender(<Page name="second" />);
  dispatchHubEvent('RecordChanged', CHANGED);
  unmount();
  dispatchHubEvent('RecordChanged', CHANGED);
  expect(events).toEqual(['second u']);
});

test('disconnects before switching accounts, and reconnects if the switch fails', async () => {
  const did: string[] = [];
  setHubConnection({ start: () => did.push('start'), stop: () => did.push('stop') });
  await withHubDisconnected(async () => did.push('move'));
  expect(did).toEqual(['stop', 'move']);
  const refused = withHubDisconnected(() => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(did).toEqual(['stop', 'move', 'stop', 'start']);
  setHubConnection(null);
  await expect(withHubDisconnected(async () => 'moved')).resolves.toBe('moved');
});

test('polls less often while connected', () => {
  const Page = () => usePollInterval(4_000);
  const { container } = render(<Page />);
  expect(container).toHaveTextContent(/^4000$/);
  act(() => setConnectionState('Connected'));
  expect(container).toHaveTextContent(/^30000$/);
  act(() => setConnectionState('Reconnecting'));
  expect(container).toHaveTextContent(/^4000$/);
});

test('calls the handler on a new connection after a loss only', () => {
  const handler = jest.fn();
  function Page() {
    useReconnect(handler);
    return null;
  }
  const { unmount } = render(<Page />);
  setConnectionState('Connected');
  handler.mockClear();
  setConnectionState('Reconnecting');
  expect(handler).not.toHaveBeenCalled();
  setConnectionState('Connected');
  expect(handler).toHaveBeenCalledTimes(1);
  unmount();
  setConnectionState('Connected');
  expect(handler).toHaveBeenCalledTimes(1);
});

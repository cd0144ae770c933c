import { jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import {
  connectionIs,
  connectsBy,
  movingAccount,
  onLive,
  tellLive,
  useLive,
  useLookAgain,
  useReconnect,
} from './live';

const CHANGED = { kind: 'agent', uuid: 'u', isDeleted: false, by: 'Ada Lee', page: null };

test('delivers an event to listeners of its name, ignoring case, until they unsubscribe', () => {
  const [one, other] = [jest.fn(), jest.fn()];
  const stop = onLive('RecordChanged', one);
  onLive('ReportTotals', other);
  tellLive('RecordChanged', CHANGED);
  tellLive('recordchanged', CHANGED);
  tellLive('SomethingNew', CHANGED);
  stop();
  tellLive('RecordChanged', CHANGED);
  expect(one.mock.calls).toEqual([[CHANGED], [CHANGED]]);
  expect(other).not.toHaveBeenCalled();
});

test('calls the latest handler of a mounted component', () => {
  const heard: string[] = [];
  function Page({ name }: { name: string }) {
    useLive('RecordChanged', ({ uuid }) => heard.push(`${name} ${uuid}`));
    return null;
  }
  const { rerender, unmount } = render(<Page name="first" />);
  rerender(<Page name="second" />);
  tellLive('RecordChanged', CHANGED);
  unmount();
  tellLive('RecordChanged', CHANGED);
  expect(heard).toEqual(['second u']);
});

test('disconnects before switching accounts, and reconnects if the switch fails', async () => {
  const did: string[] = [];
  connectsBy({ start: () => did.push('start'), stop: () => did.push('stop') });
  await movingAccount(async () => did.push('move'));
  expect(did).toEqual(['stop', 'move']);
  const refused = movingAccount(() => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(did).toEqual(['stop', 'move', 'stop', 'start']);
  connectsBy(null);
  await expect(movingAccount(async () => 'moved')).resolves.toBe('moved');
});

test('polls less often while connected', () => {
  const Page = () => useLookAgain(4_000);
  const { container } = render(<Page />);
  expect(container).toHaveTextContent(/^4000$/);
  act(() => connectionIs('Connected'));
  expect(container).toHaveTextContent(/^30000$/);
  act(() => connectionIs('Reconnecting'));
  expect(container).toHaveTextContent(/^4000$/);
});

test('calls the handler on a new connection after a loss only', () => {
  const hear = jest.fn();
  function Page() {
    useReconnect(hear);
    return null;
  }
  const { unmount } = render(<Page />);
  connectionIs('Connected');
  hear.mockClear();
  connectionIs('Reconnecting');
  expect(hear).not.toHaveBeenCalled();
  connectionIs('Connected');
  expect(hear).toHaveBeenCalledTimes(1);
  unmount();
  connectionIs('Connected');
  expect(hear).toHaveBeenCalledTimes(1);
});

import { jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { onLive, tellLive, useLive } from './live';

const CHANGED = { kind: 'agent', uuid: 'u' };

test('an event reaches those who listen to its name, in any case, until they stop', () => {
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

test('a component hears with its newest handler while it is shown', () => {
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

import { ApiError, call, onSessionRefusal } from '@/lib/http';
import { storeActivity } from '@/lib/last-activity';
import { guardUnsaved } from '@/lib/unsaved';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage, user as dana } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { departAfter } from './departure';
import { SessionGuard } from './session-guard';

const channels = new Set<Channel>();

/** jsdom has no `BroadcastChannel`, and Node's keeps the process alive. */
class Channel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  postMessage() {}
}
globalThis.BroadcastChannel = Channel as unknown as typeof BroadcastChannel;

const hearOfSwitch = () =>
  act(async () => {
    for (const channel of channels)
      channel.dispatchEvent(new MessageEvent('message', { data: { kind: 'account' } }));
  });
const question = () => screen.queryByRole('alertdialog', { name: 'You have unsaved changes' });

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
});

afterEach(() => onSessionRefusal(() => false));

test('keeps unsaved changes through a switch to another account and back', async () => {
  let isOther = true;
  const refusal = () => problem(409, 'account_changed', 'You switched to another account.');
  const server = fakeServer({
    'GET User/details': () => ({
      ...dana,
      ...(isOther ? { firmId: 2, account: '2-2' } : { account: '3-1' }),
    }),
    'GET Account': () => (isOther ? refusal() : []),
  });
  storeActivity(Date.now());
  onSessionRefusal(departAfter);
  const release = guardUnsaved(() => true);
  const { user, queries } = renderPage(<SessionGuard>Form</SessionGuard>);
  queries.setQueryData(['session'], { user: dana, permissions: {} });

  await hearOfSwitch();
  await user.click(await screen.findByRole('button', { name: 'Keep this page' }));
  expect(question()).toBeNull();

  // A call for the wrong account fails instead of never settling. The dialog does not appear again.
  let reason: unknown;
  await act(async () => {
    reason = await call('GET', 'Account').catch((error: unknown) => error);
  });
  expect((reason as ApiError).status).toBe(409);
  expect(question()).toBeNull();

  // A switch to yet another account asks again. A switch back does not.
  await hearOfSwitch();
  await waitFor(() => expect(question()).not.toBeNull());
  isOther = false;
  await hearOfSwitch();
  await waitFor(() => expect(question()).toBeNull());
  expect(await call('GET', 'Account')).toEqual([]);
  expect(server.of('Account').at(-1)?.headers).toMatchObject({ 'x-firmbook-account': '3-1' });
  expect(screen.getByText('Form')).toBeVisible();
  release();
});

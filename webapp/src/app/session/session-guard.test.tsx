import { ApiError, call, onSessionError } from '@/lib/http';
import { storeActivity } from '@/lib/last-activity';
import { registerUnsavedGuard } from '@/lib/unsaved';
import { sendFromTab } from '@/testing/channels';
import '@/testing/dialogs';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage, user as dana } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { exitOnSessionError } from './page-exit';
import { SessionGuard } from './session-guard';

const announceSwitch = () => act(async () => sendFromTab('firmbook-session', { kind: 'account' }));
const dialog = () => screen.queryByRole('alertdialog', { name: 'You have unsaved changes' });

afterEach(() => onSessionError(() => false));

test('keeps unsaved changes through a switch to another account and back', async () => {
  let isOther = true;
  const accountChanged = () => problem(409, 'account_changed', 'You switched to another account.');
  const server = fakeServer({
    'GET User/details': () => ({
      ...dana,
      ...(isOther ? { firmId: 2, firmName: 'Larkspur Legacy Group', account: '2-2' } : { account: '3-1' }),
    }),
    'GET Account': () => (isOther ? accountChanged() : []),
  });
  storeActivity(Date.now());
  onSessionError(exitOnSessionError);
  const release = registerUnsavedGuard(() => true);
  const { user, queries } = renderPage(<SessionGuard>Form</SessionGuard>);
  queries.setQueryData(['session'], { user: dana, permissions: {} });

  await announceSwitch();
  expect(
    await screen.findByText(
      `You switched to Larkspur Legacy Group in another tab. Switch back to ${dana.firmName} to save the changes on this page.`,
    ),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Keep this page' }));
  expect(dialog()).toBeNull();

  // A call for the wrong account fails instead of never settling. The dialog does not appear again.
  let reason: unknown;
  await act(async () => {
    reason = await call('GET', 'Account').catch((error: unknown) => error);
  });
  expect((reason as ApiError).status).toBe(409);
  expect(dialog()).toBeNull();

  // A switch to yet another account asks again. A switch back does not.
  await announceSwitch();
  await waitFor(() => expect(dialog()).not.toBeNull());
  isOther = false;
  await announceSwitch();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(await call('GET', 'Account')).toEqual([]);
  expect(server.of('Account').at(-1)?.headers).toMatchObject({ 'x-firmbook-account': '3-1' });
  expect(screen.getByText('Form')).toBeVisible();
  release();
});

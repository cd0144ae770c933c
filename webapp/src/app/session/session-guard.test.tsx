import { ApiError, call, onSessionRefusal } from '@/lib/http';
import { storeActivity } from '@/lib/last-activity';
import { guardUnsaved } from '@/lib/unsaved';
import { sendFromTab } from '@/testing/channels';
import '@/testing/dialogs';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage, user as dana } from '@/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { departAfter } from './departure';
import { SessionGuard } from './session-guard';

const hearOfSwitch = () => act(async () => sendFromTab('firmbook-session', { kind: 'account' }));
const question = () => screen.queryByRole('alertdialog', { name: 'You have unsaved changes' });

afterEach(() => onSessionRefusal(() => false));

test('keeps unsaved changes through a switch to another account and back', async () => {
  let isOther = true;
  const refusal = () => problem(409, 'account_changed', 'You switched to another account.');
  const server = fakeServer({
    'GET User/details': () => ({
      ...dana,
      ...(isOther ? { firmId: 2, firmName: 'Larkspur Legacy Group', account: '2-2' } : { account: '3-1' }),
    }),
    'GET Account': () => (isOther ? refusal() : []),
  });
  storeActivity(Date.now());
  onSessionRefusal(departAfter);
  const release = guardUnsaved(() => true);
  const { user, queries } = renderPage(<SessionGuard>Form</SessionGuard>);
  queries.setQueryData(['session'], { user: dana, permissions: {} });

  await hearOfSwitch();
  expect(
    await screen.findByText(
      `You switched to Larkspur Legacy Group in another tab. Switch back to ${dana.firmName} to save the changes on this page.`,
    ),
  ).toBeVisible();
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

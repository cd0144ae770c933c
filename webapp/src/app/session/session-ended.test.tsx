import { call, onSessionError, setTokenSource } from '@/lib/http';
import { lastActivity, storeActivity } from '@/lib/last-activity';
import { registerUnsavedGuard } from '@/lib/unsaved';
import { sendFromTab } from '@/testing/channels';
import '@/testing/dialogs';
import { fakeServer, problem } from '@/testing/fake-server';
import { renderPage, user as dana } from '@/testing/render';
import { useEscape } from '@/lib/use-escape';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { webcrypto } from 'node:crypto';
import { UserManager, User, WebStorageStateStore } from 'oidc-client-ts';
import { AuthProvider } from 'react-oidc-context';
import { ManagerContext } from '../auth/manager-context';
import { exitOnSessionError } from './page-exit';
import { SessionGuard } from './session-guard';

// jsdom has no `crypto.subtle`.
Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });

const issuer = 'http://issuer';
const profile = (sub: string) => ({ sub, iss: issuer, aud: 'web', exp: 2_000_000_000, iat: 1_700_000_000 });

/** Returns a token that the client reads. It does not verify signatures. */
const idToken = (sub: string) =>
  ['{"alg":"RS256"}', JSON.stringify(profile(sub)), 'signature'].map((part) => btoa(part)).join('.');

let opened: URL | null = null;
let subject = 'dana';
let isChosen = true;

const server = () =>
  fakeServer({
    [`POST ${issuer}/token`]: () => ({
      access_token: 'new',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: idToken(subject),
    }),
    'GET User/details': () =>
      isChosen ? { ...dana, account: 'second' } : problem(409, 'choose_account', 'Choose an account.'),
    'PUT Account/firm/1': () => {
      isChosen = true;
      return null;
    },
    'GET Account': ({ headers }) =>
      headers.authorization ? [] : problem(401, 'session_ended', 'The session has ended.'),
  });

const closePanel = jest.fn();

function Form() {
  useEscape(true, closePanel);
  return <input aria-label="Last name" />;
}

async function renderForm() {
  const userStore = new WebStorageStateStore({ store: sessionStorage });
  const { origin } = window.location;
  const manager = new UserManager({
    authority: issuer,
    client_id: 'web',
    redirect_uri: `${origin}/login/callback`,
    silent_redirect_uri: `${origin}/login/silent`,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
    },
    automaticSilentRenew: false,
    userStore,
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
  await manager.storeUser(new User({ access_token: 'old', token_type: 'Bearer', profile: profile('dana') }));
  setTokenSource({
    current: async () => (await manager.getUser())?.access_token ?? null,
    renew: async () => null,
  });
  const page = renderPage(
    <AuthProvider userManager={manager}>
      <ManagerContext value={manager}>
        <SessionGuard>
          <Form />
        </SessionGuard>
      </ManagerContext>
    </AuthProvider>,
  );
  page.queries.setQueryData(['session'], { user: dana, permissions: {} });
  await page.user.type(screen.getByLabelText('Last name'), 'Typed');
  return page;
}

const ended = () => screen.queryByRole('alertdialog', { name: 'Your session has ended' });
const signOutElsewhere = () => act(async () => sendFromTab('firmbook-session', { kind: 'signOut' }));

/** Completes the sign-in in the second window. */
async function finishSignIn() {
  await waitFor(() => expect(opened).not.toBeNull());
  const state = opened?.searchParams.get('state');
  await act(async () =>
    sendFromTab(`oidc-client-popup-${state}`, {
      source: 'oidc-client',
      url: `${window.location.origin}/login/silent?code=code&state=${state}`,
    }),
  );
}

let release: () => void;
beforeEach(() => {
  [opened, subject, isChosen] = [null, 'dana', true];
  window.open = () =>
    ({
      location: { replace: (address: string) => (opened = new URL(address)) },
      focus: () => undefined,
      close: () => undefined,
    }) as unknown as Window;
  storeActivity(Date.now());
  onSessionError(exitOnSessionError);
  release = registerUnsavedGuard(() => true);
});
afterEach(() => {
  release();
  onSessionError(() => false);
  setTokenSource({ current: async () => null, renew: async () => null });
});

test('keeps unsaved changes after a sign-out in another tab, and continues after a new sign-in', async () => {
  const { requests } = server();
  const { user } = await renderForm();
  await signOutElsewhere();
  await waitFor(() => expect(ended()).not.toBeNull());
  expect(ended()).toHaveTextContent(
    'You signed out in another tab. Your unsaved changes are still on this page.',
  );
  expect(JSON.stringify(sessionStorage)).not.toContain('old');
  await user.keyboard('{Escape}');
  expect(closePanel).not.toHaveBeenCalled();

  isChosen = false;
  await user.click(screen.getByRole('button', { name: 'Sign in', hidden: true }));
  await finishSignIn();
  await waitFor(() => expect(ended()).toBeNull());
  expect(screen.getByLabelText('Last name')).toHaveValue('Typed');
  await act(async () => void (await call('GET', 'Account')));
  expect(requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer new',
    'x-firmbook-account': 'second',
  });
});

test('fails calls after the session has ended, and forgets the session', async () => {
  server();
  await renderForm();
  sessionStorage.clear();
  let status = 0;
  await act(async () => {
    status = (await call('GET', 'Account').catch(
      ({ status: refused }: { status: number }) => refused,
    )) as number;
  });
  expect(status).toBe(401);
  await waitFor(() => expect(ended()).toHaveTextContent('You were signed out.'));
  expect(lastActivity()).toBeNull();
  expect(screen.getByLabelText('Last name')).toHaveValue('Typed');
});

test('asks to allow pop-ups if the browser opens no window', async () => {
  server();
  const { user } = await renderForm();
  await signOutElsewhere();
  window.open = () => null;
  await user.click(await screen.findByRole('button', { name: 'Sign in', hidden: true }));
  expect(await screen.findByText(/Allow pop-ups for this site, and try again\./)).toBeVisible();
});

test('does not continue for another user', async () => {
  server();
  const { user } = await renderForm();
  await signOutElsewhere();
  subject = 'marcus';
  await user.click(await screen.findByRole('button', { name: 'Sign in', hidden: true }));
  await finishSignIn();
  expect(await screen.findByText(/You signed in as a different user/)).toBeVisible();
  expect(ended()).not.toBeNull();
  expect(JSON.stringify(sessionStorage)).not.toContain('new');
});

import { callApi } from './support/api';
import {
  DANA,
  eventually,
  expectConsoleError,
  journey,
  newPage,
  openAs,
  selectUser,
  signIn,
  uniqueName,
  waitForSignIn,
} from './support/journey';
import { cells, header, search, waitForRows } from './support/list';

journey('sign-in returns to the requested URL, and sign-out leaves it', async () => {
  const page = await newPage();
  const address = '/people/owners?q=trust&f=ownerType:in:2&s=name';
  await signIn(page, address, DANA);
  await waitForRows(page);
  const { pathname, search: query } = new URL(page.url());
  expect((pathname + query).startsWith(address)).toBe(true);
  await eventually(async () => expect(await page.title()).toMatch(/^Owners · Firmbook/));
  await eventually(async () =>
    expect(await page.getByRole('searchbox', { name: 'Search owners' }).inputValue()).toBe('trust'),
  );
  for (const name of await cells(page, 'Name')) expect(name.toLowerCase()).toContain('trust');

  await page.getByRole('button', { name: 'Account of Dana Whitfield' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  const stored = await page.evaluate(() => [
    Object.keys(localStorage).toSorted(),
    JSON.stringify(sessionStorage),
  ]);
  expect(stored[0]).toEqual(['firmbook-color-scheme', 'firmbook-last-activity']);
  expect(stored[1]).not.toMatch(/token|Dana|trust/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: DANA }).waitFor();
  await page.goto('/people/agents');
  await page.getByRole('button', { name: DANA }).waitFor();
});

journey('sign-in preserves the whole URL and ignores URLs on other sites', async () => {
  const page = await newPage();
  await page.goto('/people/agents?s=-name#there');
  await selectUser(page, DANA);
  await waitForRows(page);
  expect(new URL(page.url()).hash).toBe('#there');

  // The sign-in state is in session storage, so it can be tampered with.
  const visitor = await newPage();
  await visitor.goto('/people/agents');
  await visitor.getByRole('button', { name: DANA }).waitFor();
  const form = visitor.url();
  await visitor.goto('/signed-out');
  await visitor.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      const state = { ...JSON.parse(String(value)), data: { returnTo: '/\\evil.example/people' } };
      sessionStorage.setItem(key, JSON.stringify(state));
    }
  });
  await visitor.goto(form);
  await selectUser(visitor, DANA);
  await waitForSignIn(visitor);
  expect(new URL(visitor.url()).origin).toBe(new URL(page.url()).origin);
});

journey('a sign-in that needs user interaction completes and returns to the same URL', async () => {
  const page = await newPage();
  // Request a silent sign-in while no user is signed in at the provider.
  await page.route('**/auth?*', (route) => route.continue({ url: `${route.request().url()}&prompt=none` }), {
    times: 1,
  });
  await page.goto('/people/agents?s=-name');
  await selectUser(page, DANA);
  await waitForRows(page);
  expect(new URL(page.url()).search).toContain('s=-name');
});

journey('a rejected token is renewed silently', async () => {
  const page = await openAs(DANA, '/people/agents');
  await waitForRows(page);
  // The hub client may be about to connect.
  expectConsoleError(/401|HTTP Authentication failed/);
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (!key.startsWith('oidc.user:')) continue;
      const user = { ...JSON.parse(String(value)), access_token: 'worn.out.token' };
      sessionStorage.setItem(key, JSON.stringify(user));
    }
  });
  await search(page, 'an');
  await page.waitForURL(/q=an/);
  await waitForRows(page);
  await header(page, 'Name').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

journey('a token is renewed half a minute before it expires', async () => {
  const page = await newPage();
  await page.clock.install();
  await signIn(page, '/people/agents?s=name', DANA);
  await waitForRows(page);
  let renewals = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/token') renewals += 1;
  });
  await page.clock.fastForward('09:00');
  await search(page, 'an');
  await page.waitForURL(/q=an/);
  await waitForRows(page);
  expect(renewals).toBe(0);
  const renewed = page.waitForResponse((response) => new URL(response.url()).pathname === '/token');
  await page.clock.fastForward('00:30');
  expect((await renewed).status()).toBe(200);
  await search(page, 'ann');
  await page.waitForURL(/q=ann/);
  await waitForRows(page);
  expect(renewals).toBe(1);
});

journey('an error of the identity provider is shown', async () => {
  const page = await newPage();
  await page.goto('/login/callback?error=access_denied&error_description=Not+today&state=unknown');
  await page.getByRole('heading', { name: 'We couldn’t sign you in' }).waitFor();
  await page.getByText('No matching state found in storage').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: DANA }).waitFor();

  // The provider rejects a sign-in that was started here.
  await page.route('**/auth?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const response = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Not today',
      state: searchParams.get('state') ?? '',
    });
    return route.fulfill({
      status: 303,
      headers: { location: `${searchParams.get('redirect_uri')}?${response}` },
    });
  });
  await page.goto('/people/agents');
  await page.getByText('Not today').waitFor();
});

journey('a session ended elsewhere ends here, and signing in again returns to the same page', async () => {
  const page = await newPage();
  await signIn(page, '/people/agents?s=-name', DANA);
  await waitForRows(page);
  // Parallel first calls may start the session twice, and the page reloads once more. The hub
  // client may be about to connect.
  expectConsoleError(/401|409|HTTP Authentication failed/);
  await search(page, 'an');
  await page.waitForURL(/q=an/);
  await waitForRows(page);
  expect(await callApi(page, 'DELETE', 'Session/me')).toBe(true);
  // The page may have navigated already, so type without a field.
  await page.keyboard.type('n');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await selectUser(page, DANA);
  await waitForRows(page);
  expect(new URL(page.url()).search).toContain('s=-name');
  expect(new URL(page.url()).search).toContain('q=an');
});

journey('unsaved changes survive a sign-out in another tab, and are saved after a new sign-in', async () => {
  const page = await newPage();
  await signIn(page, '/people/agents?s=name', DANA);
  // The page is kept by calls that fail until the new sign-in.
  expectConsoleError(/401|409|HTTP Authentication failed/);
  await page.getByRole('button', { name: 'Add agent' }).click();
  const form = page.getByRole('dialog', { name: 'Add agent' });
  const name = uniqueName();
  await form.getByRole('textbox', { name: 'Last name' }).fill(name);
  await form.getByRole('textbox', { name: 'First name' }).fill('Kept');
  const tab = await page.context().newPage();
  await tab.goto('/logout');
  await tab.getByRole('heading', { name: 'You are signed out' }).waitFor();

  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
  const second = page.waitForEvent('popup');
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await selectUser(await second, DANA);
  await ended.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add agent' }).click();
  await page.getByText(`${name}, Kept added`).waitFor();
});

journey('an unknown URL shows the not-found page', async () => {
  const page = await openAs(DANA, '/nowhere');
  await page.getByRole('heading', { name: 'Whoops!' }).waitFor();
  await page.getByText('Error Code: 404').waitFor();
});

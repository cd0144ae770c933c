import { DANA, journey, newPage, openAs, provokes, signIn } from './support/journey';
import { cells, header, search, settled } from './support/list';

journey('signing in leads to the address that was asked for, and signing out away from it', async () => {
  const page = await newPage();
  const address = '/people/owners?q=trust&f=ownerType:in:2&s=name';
  await signIn(page, address, DANA);
  await settled(page);
  const { pathname, search: query } = new URL(page.url());
  expect((pathname + query).startsWith(address)).toBe(true);
  expect(await page.title()).toBe('Owners · Firmbook');
  expect(await page.getByRole('searchbox', { name: 'Search owners' }).inputValue()).toBe('trust');
  for (const name of await cells(page, 'Name')) expect(name.toLowerCase()).toContain('trust');

  await page.getByRole('button', { name: 'Account of Dana Whitfield' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: DANA }).waitFor();
  await page.goto('/people/agents');
  await page.getByRole('button', { name: DANA }).waitFor();
});

journey('a token that is refused is renewed without a word', async () => {
  const page = await openAs(DANA, '/people/agents');
  await settled(page);
  provokes(/401/);
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (!key.startsWith('oidc.user:')) continue;
      const user = { ...JSON.parse(String(value)), access_token: 'worn.out.token' };
      sessionStorage.setItem(key, JSON.stringify(user));
    }
  });
  await search(page, 'an');
  await page.waitForURL(/q=an/);
  await settled(page);
  await header(page, 'Name').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

journey('what the identity provider refuses is said', async () => {
  const page = await newPage();
  await page.goto('/login/callback?error=access_denied&error_description=Not+today&state=unknown');
  await page.getByRole('heading', { name: 'Signing in did not work' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

journey('an address that leads nowhere says so', async () => {
  const page = await openAs(DANA, '/nowhere');
  await page.getByRole('heading', { name: 'Whoops!' }).waitFor();
  await page.getByText('Error Code: 404').waitFor();
});

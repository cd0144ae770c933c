import { DANA, expectComplaint, newPage, rowsOf, signedIn, THEO } from './support/browser';

test('signing in leads to the address that was asked for', async () => {
  const page = await signedIn('/people/owners?f=ownerType:in:2&s=name');
  await rowsOf(page);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/people/owners?f=ownerType:in:2&s=name',
  );
  expect(await page.title()).toBe('Owners · Firmbook');
});

test('a token that is refused is renewed without a word', async () => {
  const page = await signedIn('/people/agents');
  await rowsOf(page);
  expectComplaint(/401/);
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage)) {
      if (!key.startsWith('oidc.user:')) continue;
      sessionStorage.setItem(
        key,
        JSON.stringify({ ...JSON.parse(String(value)), access_token: 'worn.out.token' }),
      );
    }
  });
  await page.getByRole('searchbox').fill('a');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=a/);
  await rowsOf(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('signing out asks for a user again', async () => {
  const page = await signedIn('/people/agents');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: DANA }).waitFor();
});

test('an error of the identity provider is shown', async () => {
  const page = await newPage();
  await page.goto('/login/callback?error=access_denied&error_description=Not+today&state=unknown');
  await page.getByRole('heading', { name: 'Signing in did not work' }).waitFor();
});

test('who may only look is not offered to change', async () => {
  const page = await signedIn('/people/agents', THEO);
  await rowsOf(page);
  expect(await page.getByRole('button', { name: /Add agent|Export/ }).count()).toBe(0);
});

test('an unknown address says so', async () => {
  const page = await signedIn('/nowhere');
  await page.getByRole('heading', { name: 'Whoops!' }).waitFor();
  await page.getByText('Error Code: 404').waitFor();
});

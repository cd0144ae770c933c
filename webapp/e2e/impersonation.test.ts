import { callApi, leaveApp } from './support/api';
import { expectConsoleError, INES, journey, openAs, VERA, waitForSignIn } from './support/journey';
import { waitForRows } from './support/list';

interface Details {
  userKey: string;
}

journey('the impersonation banner is on every page and ends the impersonation', async () => {
  const { userKey } = await callApi<Details>(
    await openAs(INES, '/people/agents?s=name'),
    'GET',
    'User/details',
  );
  const page = await openAs(VERA, '/people/agents?s=name');
  expectConsoleError(/409/);
  const callOutsideApp = await leaveApp(page);
  await callOutsideApp('PUT', 'Account/firm/1');
  const reason = 'She asked why her list is empty';
  await callOutsideApp('POST', 'Impersonation', { userKey, reason, minutes: 5, write: false });
  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  for (const address of ['/people/agents?s=name', '/people/owners?s=name']) {
    // The page may reload when it detects the account switch.
    await page.goto(address, { waitUntil: 'commit' });
    await waitForRows(page);
    await banner.waitFor();
    const bannerText = await banner.innerText();
    expect(bannerText).toContain(
      'Vera Holloway is signed in as Ines Calloway of Harbor & Pine Advisors until',
    );
    expect(bannerText).toContain('view only');
    expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  }
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: 'Whoops!' }).waitFor();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Account of Ines Calloway' }).waitFor();

  await banner.getByRole('button', { name: /^Stop acting as/ }).click();
  await page.getByRole('button', { name: 'Account of Vera Holloway' }).waitFor();
  await page.waitForURL('**/settings/users');
  expect(await banner.count()).toBe(0);

  // Ines is notified of who impersonated her, and why.
  const inbox = await openAs(INES, '/people/agents?s=name');
  await waitForSignIn(inbox);
  const received = await callApi<{ displayName: string }[]>(inbox, 'GET', 'UserNotification?days=30');
  expect(received[0]?.displayName).toContain('Vera Holloway');
  expect(received[0]?.displayName).toContain(reason);
});

import { ask, leave } from './support/api';
import { INES, isSignedIn, journey, openAs, provokes, VERA } from './support/journey';
import { settled } from './support/list';

interface Details {
  userKey: string;
}

journey('the impersonation banner is on every page and ends the impersonation', async () => {
  const { userKey } = await ask<Details>(await openAs(INES, '/people/agents?s=name'), 'GET', 'User/details');
  const page = await openAs(VERA, '/people/agents?s=name');
  provokes(/409/);
  const askApart = await leave(page);
  await askApart('PUT', 'Account/firm/1');
  const reason = 'She asked why her list is empty';
  await askApart('POST', 'Impersonation', { userKey, reason, minutes: 5, write: false });
  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  for (const address of ['/people/agents?s=name', '/people/owners?s=name']) {
    // The page may reload when it detects the account switch.
    await page.goto(address, { waitUntil: 'commit' });
    await settled(page);
    await banner.waitFor();
    const said = await banner.innerText();
    expect(said).toContain('Vera Holloway is signed in as Ines Calloway of Harbor & Pine Advisors until');
    expect(said).toContain('view only');
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
  await isSignedIn(inbox);
  const told = await ask<{ displayName: string }[]>(inbox, 'GET', 'UserNotification?days=30');
  expect(told[0]?.displayName).toContain('Vera Holloway');
  expect(told[0]?.displayName).toContain(reason);
});

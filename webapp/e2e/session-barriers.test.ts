import { ask, leave } from './support/api';
import { lookingAt, STILL } from './support/barriers';
import { choose, DANA, INES, JOAN, journey, newPage, openAs, provokes, VERA } from './support/journey';
import { settled } from './support/list';

const title = (name: string) => ({ name, level: 1 }) as const;

journey('nothing bars anybody from choosing an account', async () => {
  provokes(/409/);
  const page = await newPage(STILL);
  const looks = lookingAt(page);
  await page.goto('/people/agents');
  await choose(page, JOAN);
  await page.getByRole('heading', title('Select an account')).waitFor();
  await looks.at('two accounts');
  const accounts = ['Harbor', 'Larkspur', 'Quarry', 'Ridge'].map((firmName, i) => ({
    firmId: i + 1,
    firmName,
    firstName: 'Joan',
    lastName: 'Mercer',
    firmUserTypeLabel: 'Professional',
    isFirmActive: true,
    unreadNotificationCount: i,
  }));
  // Nobody in the demo book has so many.
  await page.route('**/api/Account', (route) => route.fulfill({ json: accounts }));
  await page.reload();
  await page.getByPlaceholder('Select an Account').waitFor();
  await looks.at('many accounts');
  await page.getByPlaceholder('Select an Account').click();
  await page.getByRole('option', { name: /Ridge/ }).waitFor();
  await looks.at('open list');
  expect(looks.found).toEqual([]);
});

journey(
  'nothing bars anybody from the question whether they are there, and from the ends of a session',
  async () => {
    const page = await newPage(STILL);
    const looks = lookingAt(page);
    // Time enough to look at it in every way.
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as object;
      await route.fulfill({ json: { ...config, idle: { seconds: 2, warningSeconds: 600 } } });
    });
    await page.goto('/people/agents?s=name');
    await choose(page, DANA);
    await page.getByRole('alertdialog').waitFor();
    await looks.at('question');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.getByRole('heading', title('You are signed out')).waitFor();
    await looks.at('signed out');
    await page.goto('/session-timeout');
    await page.getByRole('heading', title('Your session has timed out')).waitFor();
    await looks.at('timed out');
    await page.goto('/login/callback?error=access_denied&state=unknown');
    await page.getByRole('heading', title('Signing in did not work')).waitFor();
    await looks.at('callback');
    expect(looks.found).toEqual([]);
  },
);

journey('nothing bars anybody from pages that are missing or broken', async () => {
  const page = await openAs(DANA, '/nowhere', STILL);
  const looks = lookingAt(page);
  await page.getByRole('heading', title('Whoops!')).waitFor();
  await looks.at('404');
  provokes(/ERR_FAILED|dynamically imported module|deserialize/);
  await page.route('**/assets/owners-page-*.js', (route) => route.abort());
  await page.goto('/people/owners');
  await page.getByRole('heading', title('Shoot!')).waitFor();
  await looks.at('500');
  await page.route('**/api/User/permissions', (route) => route.fulfill({ json: null }));
  await page.goto('/people/agents');
  await page.getByRole('heading', title('Shoot!')).waitFor();
  expect(await page.getByRole('banner').count()).toBe(0);
  await looks.at('500 without the frame');
  expect(looks.found).toEqual([]);
});

journey('nothing bars anybody from the banner of an impersonation', async () => {
  const ines = await openAs(INES, '/people/agents?s=name');
  const { userKey } = await ask<{ userKey: string }>(ines, 'GET', 'User/details');
  const page = await openAs(VERA, '/people/agents?s=name', STILL);
  const looks = lookingAt(page);
  provokes(/409/);
  const askApart = await leave(page);
  await askApart('PUT', 'Account/firm/1');
  await askApart('POST', 'Impersonation', {
    userKey,
    reason: 'Her list looks wrong',
    minutes: 5,
    write: true,
  });
  // It may load itself anew when it learns whose account it is in.
  await page.goto('/people/agents?s=name', { waitUntil: 'commit' });
  await settled(page);
  await page.getByRole('complementary', { name: 'Impersonation' }).waitFor();
  await looks.at('banner');
  await page.getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'Account of Vera Holloway' }).waitFor();
  expect(looks.found).toEqual([]);
});

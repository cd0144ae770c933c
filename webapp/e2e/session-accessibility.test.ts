import { callApi, leaveApp } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import {
  DANA,
  expectConsoleError,
  INES,
  JOAN,
  journey,
  newPage,
  openAs,
  selectUser,
  VERA,
} from './support/journey';
import { waitForRows } from './support/list';

const title = (name: string) => ({ name, level: 1 }) as const;

journey('account selection has no accessibility violations', async () => {
  expectConsoleError(/409/);
  const page = await newPage(AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await page.goto('/people/agents');
  await selectUser(page, JOAN);
  await page.getByRole('heading', title('Select an account')).waitFor();
  await audit.at('two accounts');
  const accounts = ['Harbor', 'Larkspur', 'Quarry', 'Ridge'].map((firmName, i) => ({
    firmId: i + 1,
    firmName,
    firstName: 'Joan',
    lastName: 'Mercer',
    firmUserTypeLabel: 'Professional',
    isFirmActive: true,
    unreadNotificationCount: i,
  }));
  // No demo user has this many accounts.
  await page.route('**/api/Account', (route) => route.fulfill({ json: accounts }));
  await page.reload();
  await page.getByPlaceholder('Select an Account').waitFor();
  await audit.at('many accounts');
  await page.getByPlaceholder('Select an Account').click();
  await page.getByRole('option', { name: /Ridge/ }).waitFor();
  await audit.at('open list');
  expect(audit.found).toEqual([]);
});

journey(
  'the idle warning and the pages at the end of a session have no accessibility violations',
  async () => {
    const page = await newPage(AXE_CONTEXT);
    const audit = accessibilityAudit(page);
    // Leaves time to check the warning at all sizes and in both color schemes.
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch();
      const config = (await response.json()) as object;
      await route.fulfill({ json: { ...config, idle: { seconds: 2, warningSeconds: 600 } } });
    });
    await page.goto('/people/agents?s=name');
    await selectUser(page, DANA);
    await page.getByRole('alertdialog').waitFor();
    await audit.at('question');
    await page.getByRole('link', { name: 'Sign Out' }).click();
    await page.getByRole('heading', title('You are signed out')).waitFor();
    await audit.at('signed out');
    await page.goto('/session-timeout');
    await page.getByRole('heading', title('Your session has timed out')).waitFor();
    await audit.at('timed out');
    await page.goto('/login/callback?error=access_denied&state=unknown');
    await page.getByRole('heading', title('We couldn’t sign you in')).waitFor();
    await audit.at('callback');
    expect(audit.found).toEqual([]);
  },
);

journey('missing and crashed pages have no accessibility violations', async () => {
  const page = await openAs(DANA, '/nowhere', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await page.getByRole('heading', title('Whoops!')).waitFor();
  await audit.at('404');
  expectConsoleError(/ERR_FAILED|dynamically imported module|deserialize/);
  await page.route('**/assets/owners-page-*.js', (route) => route.abort());
  await page.goto('/people/owners');
  await page.getByRole('heading', title('The page could not be loaded')).waitFor();
  await audit.at('page without its code');
  await page.route('**/api/User/permissions', (route) => route.fulfill({ json: null }));
  await page.goto('/people/agents');
  await page.getByRole('heading', title('Shoot!')).waitFor();
  expect(await page.getByRole('banner').count()).toBe(0);
  await audit.at('500 without the frame');
  expect(audit.found).toEqual([]);
});

journey('the impersonation banner has no accessibility violations', async () => {
  const ines = await openAs(INES, '/people/agents?s=name');
  const { userKey } = await callApi<{ userKey: string }>(ines, 'GET', 'User/details');
  const page = await openAs(VERA, '/people/agents?s=name', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  expectConsoleError(/409/);
  const callOutsideApp = await leaveApp(page);
  await callOutsideApp('PUT', 'Account/firm/1');
  await callOutsideApp('POST', 'Impersonation', {
    userKey,
    reason: 'Her list looks wrong',
    minutes: 5,
    write: true,
  });
  // The page may reload when it detects the account switch.
  await page.goto('/people/agents?s=name', { waitUntil: 'commit' });
  await waitForRows(page);
  await page.getByRole('complementary', { name: 'Impersonation' }).waitFor();
  await audit.at('banner');
  await page.getByRole('button', { name: /^Stop acting as/ }).click();
  await page.getByRole('button', { name: 'Account of Vera Holloway' }).waitFor();
  expect(audit.found).toEqual([]);
});

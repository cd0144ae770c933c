import type { Page } from 'playwright-core';
import {
  ELIO,
  eventually,
  expectConsoleError,
  JOAN,
  journey,
  newPage,
  selectUser,
  waitForSignIn,
} from './support/journey';
import { search, total, waitForRows } from './support/list';

const card = (page: Page, name: RegExp) => page.getByRole('button', { name });
const atSelection = (page: Page) => page.getByRole('heading', { name: 'Select an account' }).waitFor();

const waitForFirm = (page: Page, firm: string) => page.getByRole('banner').getByText(firm).waitFor();

async function openAccountChooser(who: string, address: string): Promise<Page> {
  expectConsoleError(/409/);
  const page = await newPage();
  await page.goto(address);
  await selectUser(page, who);
  await atSelection(page);
  return page;
}

journey('a user of two firms selects one and continues to the requested URL', async () => {
  const page = await openAccountChooser(JOAN, '/people/owners?s=-name&q=a#here');
  await eventually(async () => expect(await card(page, /Joan Mercer/).count()).toBe(2));
  await card(page, /Harbor & Pine Advisors.*Professional/).click();
  await waitForRows(page);
  const { pathname, search: query, hash } = new URL(page.url());
  expect([pathname, hash]).toEqual(['/people/owners', '#here']);
  expect(query).toContain('q=a');
});

journey('the account selection opened in a new tab stays there', async () => {
  const page = await openAccountChooser(JOAN, '/people/agents?s=name');
  await card(page, /Harbor & Pine/).click();
  await waitForRows(page);
  const tab = await page.context().newPage();
  await tab.goto('/selectaccount');
  await atSelection(tab);
  expect(new URL(tab.url()).pathname).toBe('/selectaccount');
});

journey('after an account switch no tab shows rows of the previous firm', async () => {
  const page = await openAccountChooser(JOAN, '/people/agents?s=name');
  await card(page, /Harbor & Pine/).click();
  await waitForRows(page);
  const ofHarbor = await total(page);
  const near = await page.context().newPage();
  await near.goto('/people/agents?s=name');
  await waitForRows(near);
  // Without broadcasts and the hub, this tab detects the switch only from the next response.
  const otherTab = await page.context().newPage();
  await otherTab.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined;
  });
  await otherTab.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), realTime: false } });
  });
  await otherTab.goto('/people/agents?s=name');
  await waitForRows(otherTab);

  await page.goto('/selectaccount?returnTo=/people/agents%3Fs=name');
  await card(page, /Larkspur Legacy Group/).click();
  await waitForRows(page);
  // The next call, which may be a poll.
  const next = otherTab.waitForResponse((response) => response.url().includes('/api/'), { timeout: 60_000 });
  const ofLarkspur = await total(page);
  expect(ofLarkspur).not.toBe(ofHarbor);
  await waitForFirm(near, 'Larkspur Legacy Group');
  await waitForRows(near);
  await eventually(async () => expect(await total(near)).toBe(ofLarkspur));

  await search(otherTab, 'a');
  expect((await next).status()).toBe(409);
  await waitForFirm(otherTab, 'Larkspur Legacy Group');
  await waitForRows(otherTab);
});

journey('staff can select both admin and firm accounts', async () => {
  const page = await openAccountChooser(ELIO, '/');
  const staff = page.getByRole('region', { name: 'Admin accounts' });
  await staff.getByRole('button', { name: /Customer Success/ }).click();
  await waitForSignIn(page);
  await page.getByRole('button', { name: /Account of Elio Brandt/ }).click();
  await page.getByRole('menu').getByText('Customer Success').waitFor();
});

journey('account selection ignores a return address on another site', async () => {
  const page = await openAccountChooser(JOAN, '/');
  await page.goto('/selectaccount?returnTo=https://evil.example/people/agents');
  await card(page, /Harbor & Pine/).click();
  await waitForSignIn(page);
  expect(new URL(page.url()).hostname).toBe('localhost');
});

journey('a long list of accounts can be searched by firm name', async () => {
  expectConsoleError(/409/);
  const page = await newPage();
  const account = (firmId: number, firmName: string, isFirmActive = true) => ({
    firmId,
    firmName,
    isFirmActive,
    firstName: 'Joan',
    lastName: 'Mercer',
    firmUserTypeLabel: 'Professional',
    unreadNotificationCount: firmId === 2 ? 7 : 0,
  });
  const accounts = [account(2, 'Larkspur Legacy Group'), account(1, 'Harbor & Pine Advisors')];
  const more = [account(8, 'North Harbor Trust'), account(9, 'Harbor of Yesterday', false)];
  // No demo user has this many accounts.
  await page.route('**/api/Account', (route) => route.fulfill({ json: [...accounts, ...more] }));
  await page.goto('/people/agents?s=name');
  await selectUser(page, JOAN);
  await atSelection(page);
  const field = page.getByPlaceholder('Select an Account');
  await field.click();
  await eventually(async () => expect(await page.getByRole('option').count()).toBe(3));
  await page.getByTitle('7 Notifications').waitFor();
  const { height } = (await page.getByRole('option').first().boundingBox()) ?? { height: 0 };
  expect(height).toBe(28);
  await field.fill('HARBOR');
  await page.getByRole('option', { name: /Larkspur/ }).waitFor({ state: 'detached' });
  await eventually(async () =>
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('Harbor & Pine'),
      expect.stringContaining('North Harbor'),
    ]),
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await waitForRows(page);
});

journey('a tab with unsaved changes survives an account switch and saves after switching back', async () => {
  const page = await openAccountChooser(JOAN, '/people/agents?s=name');
  await card(page, /Harbor & Pine/).click();
  await waitForRows(page);
  const near = await page.context().newPage();
  await near.goto('/people/agents?s=name&panel=add');
  const field = near.getByRole('dialog').getByRole('textbox', { name: 'Last name' });
  await field.fill('Typed');
  await page.goto('/selectaccount?returnTo=/people/agents%3Fs=name');
  await card(page, /Larkspur Legacy Group/).click();
  await waitForRows(page);
  const dialog = near.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await dialog.getByRole('button', { name: 'Keep this page' }).click();
  await eventually(async () => expect(await field.inputValue()).toBe('Typed'));

  // Nothing is saved in the other firm, and the button can be used again.
  const add = near.getByRole('dialog').getByRole('button', { name: 'Add agent' });
  await near.getByRole('dialog').getByRole('textbox', { name: 'First name' }).fill('Kept');
  await add.click();
  await near.getByText('Add Failed.').waitFor();
  await page.goto('/selectaccount?returnTo=/people/agents%3Fs=name');
  await card(page, /Harbor & Pine/).click();
  await waitForRows(page);
  await add.click();
  await near.getByText('Typed, Kept added').waitFor();
  expect(await dialog.count()).toBe(0);
});

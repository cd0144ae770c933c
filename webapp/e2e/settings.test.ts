import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ask } from './support/api';
import { lookingAt, STILL } from './support/barriers';
import { DANA, RUTH, SAM, eventually, journey, newPage, openAs, provokes, signIn } from './support/journey';
import { cells, search, settled, toast } from './support/list';

const root = (page: Page, attributes: string) => page.locator(`html${attributes}`);
const radio = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

async function choose(page: Page, name: string): Promise<void> {
  const answer = page.waitForResponse('**/api/User/profile');
  await radio(page, name).click();
  await answer;
  await saved(page);
}

async function chooseZone(page: Page, zone: string): Promise<void> {
  await page.goto('/settings/profile');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption(zone);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Profile saved').waitFor();
}

/** Whether a page shows what Sam chose. */
async function looksAsChosen(page: Page): Promise<void> {
  await root(page, '[data-mantine-color-scheme="dark"][data-density="compact"]').waitFor();
  await page.goto('/settings/appearance');
  await eventually(async () => expect(await radio(page, 'Dark').isChecked()).toBe(true));
  await eventually(async () => expect(await radio(page, 'Compact').isChecked()).toBe(true));
  await page.goto('/settings/profile');
  await eventually(async () =>
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tokyo'),
  );
}

journey('theme, density and time zone are there after a reload and on another machine', async () => {
  const page = await openAs(SAM, '/settings', { ...STILL, colorScheme: 'light' });
  await page.waitForURL('**/settings/profile');
  const looks = lookingAt(page);
  await looks.at('profile');
  await page.getByRole('link', { name: 'Appearance' }).click();
  await radio(page, 'Dark').waitFor();
  await looks.at('appearance');
  expect(looks.found).toEqual([]);

  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, 'Dark');
  await choose(page, 'Compact');
  await chooseZone(page, 'Asia/Tokyo');
  await page.reload();
  await looksAsChosen(page);

  const elsewhere = await newPage({ colorScheme: 'light' });
  await signIn(elsewhere, '/settings/profile', SAM);
  await looksAsChosen(elsewhere);

  await page.goto('/settings/appearance');
  await choose(page, 'Same as the system');
  await choose(page, 'Comfortable');
  await chooseZone(page, 'America/New_York');
  await root(page, '[data-mantine-color-scheme="light"][data-density="comfortable"]').waitFor();
});

async function makeRuth(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${RUTH}` }).click();
  const panel = page.getByRole('dialog', { name: RUTH });
  await panel.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Abernathy/ })
    .getByText(role, { exact: true })
    .waitFor();
}

journey('another role holds from the next call on, and the audit log says who gave it', async () => {
  const ruth = await openAs(RUTH, '/settings/profile');
  const users = () => ask<unknown[]>(ruth, 'GET', 'FirmUser').then((all) => all.length, String);
  const parts = ruth.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await parts.first().waitFor();
  expect(await users()).toContain('403');
  await eventually(async () => expect(await parts.allInnerTexts()).not.toContain('Users'));

  const page = await openAs(DANA, '/settings/users', STILL);
  const looks = lookingAt(page);
  await page.getByRole('button', { name: `Edit ${RUTH}` }).waitFor();
  await looks.at('users');
  await makeRuth(page, 'Account Administrator');
  expect(await users()).toBeGreaterThan(1);
  await ruth.reload();
  await parts.getByText('Users').click();
  await ruth.getByRole('button', { name: 'Edit Dana Whitfield' }).waitFor();
  await makeRuth(page, 'Outside Advisor');
  expect(await users()).toContain('403');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await settled(page);
  await looks.at('audit log');
  expect(looks.found).toEqual([]);
  await search(page, 'Abernathy');
  await page.waitForURL(/q=Abernathy/);
  await settled(page);
  // Above it stands what Ruth was refused since.
  const place = (await cells(page, 'Action')).indexOf('Changed');
  expect((await cells(page, 'User'))[place]).toBe(DANA);
  expect((await cells(page, 'Record'))[place]).toBe(RUTH);
  expect((await cells(page, 'Details'))[place]).toContain('Outside Advisor');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expect(lines[0]).toContain('When,User,On Behalf Of,Action,');
  expect(lines[1 + place]).toContain(DANA);
  expect(lines[1 + place]).toContain('Outside Advisor');
});

type Looks = { host: string; version: number };

journey('name and colour of the firm show once they are saved', async () => {
  const page = await openAs(DANA, '/settings/branding', STILL);
  try {
    const looks = lookingAt(page);
    await page.getByRole('textbox', { name: /^Platform name/ }).fill('Firmbook Harbor');
    await page.getByRole('textbox', { name: /^Primary color/ }).fill('#7a1fa2');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Branding saved').waitFor();
    await page.mouse.move(0, 0);
    await looks.at('branding');
    expect(looks.found).toEqual([]);
    await page.getByRole('link', { name: 'Firmbook Harbor, home' }).waitFor();
    await eventually(async () => expect(await backgroundOf(page)).toBe('rgb(122, 31, 162)'));

    const anybody = await newPage();
    await anybody.goto('/session-timeout');
    await anybody.getByText('Firmbook Harbor').first().waitFor();
    await eventually(async () => expect(await anybody.title()).toContain('Firmbook Harbor'));
  } finally {
    const [now] = await ask<Looks[]>(page, 'GET', 'Branding/settings');
    const { host, version } = now ?? {};
    await ask(page, 'PUT', 'Branding', { host, version, platformName: 'Firmbook' });
  }
  await page.reload();
  await page.getByRole('link', { name: 'Firmbook, home' }).waitFor();
});

/** A picture of one red point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

journey('a logo that is uploaded is in the header, and gone once it is removed', async () => {
  const page = await openAs(DANA, '/settings/branding', STILL);
  const logo = page.getByRole('region', { name: 'Logo of the header' });
  const inHeader = page.getByRole('link', { name: /, home$/ }).locator('img');
  const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      logo.getByRole('button', { name: /^Upload/ }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await upload({ name: 'logo.png', mimeType: 'image/png', buffer: PICTURE });
  await toast(page, 'Logo of the header saved').waitFor();
  await inHeader.waitFor();
  await eventually(async () =>
    expect(await inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1),
  );

  provokes(/status of 400 .*Branding\/logo/);
  await upload({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await toast(page, 'A logo is a PNG, JPEG or WebP picture.').waitFor();

  await logo.getByRole('button', { name: /^Remove/ }).click();
  await toast(page, 'Logo of the header removed').waitFor();
  await inHeader.waitFor({ state: 'detached' });
});

/** What the main button is filled with. */
const backgroundOf = (page: Page) =>
  page.getByRole('button', { name: 'Save' }).evaluate((button) => getComputedStyle(button).backgroundColor);

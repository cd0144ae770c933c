import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import {
  DANA,
  eventually,
  expectConsoleError,
  journey,
  newPage,
  openAs,
  SAM,
  signIn,
} from './support/journey';
import { toast } from './support/list';

const root = (page: Page, attributes: string) => page.locator(`html${attributes}`);
const radio = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

async function choose(page: Page, name: string): Promise<void> {
  const response = page.waitForResponse('**/api/User/profile');
  await radio(page, name).click();
  await response;
  await saved(page);
}

async function chooseZone(page: Page, zone: string): Promise<void> {
  await page.goto('/settings/profile');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption(zone);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Profile saved').waitFor();
}

/** Expects the settings that Sam chose. */
async function expectChosenAppearance(page: Page): Promise<void> {
  await root(page, '[data-mantine-color-scheme="dark"][data-density="compact"]').waitFor();
  await page.goto('/settings/appearance');
  await eventually(async () => expect(await radio(page, 'Dark').isChecked()).toBe(true));
  await eventually(async () => expect(await radio(page, 'Compact').isChecked()).toBe(true));
  await page.goto('/settings/profile');
  await eventually(async () =>
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Tokyo'),
  );
}

journey('theme, density and time zone persist across reloads and devices', async () => {
  const page = await openAs(SAM, '/settings', { ...AXE_CONTEXT, colorScheme: 'light' });
  await page.waitForURL('**/settings/profile');
  const audit = accessibilityAudit(page);
  await audit.at('profile');
  await page.getByRole('link', { name: 'Appearance' }).click();
  await radio(page, 'Dark').waitFor();
  await audit.at('appearance');
  expect(audit.found).toEqual([]);

  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, 'Dark');
  await choose(page, 'Compact');
  await chooseZone(page, 'Asia/Tokyo');
  await page.reload();
  await expectChosenAppearance(page);

  const elsewhere = await newPage({ colorScheme: 'light' });
  await signIn(elsewhere, '/settings/profile', SAM);
  await expectChosenAppearance(elsewhere);

  await page.goto('/settings/appearance');
  await choose(page, 'System');
  await choose(page, 'Comfortable');
  await chooseZone(page, 'America/New_York');
  await root(page, '[data-mantine-color-scheme="light"][data-density="comfortable"]').waitFor();
});

type BrandingVersion = { host: string; version: number };

journey('the firm’s name and color apply once saved', async () => {
  const page = await openAs(DANA, '/settings/branding', AXE_CONTEXT);
  try {
    const audit = accessibilityAudit(page);
    await page.getByRole('textbox', { name: /^Platform name/ }).fill('Firmbook Harbor');
    await page.getByRole('textbox', { name: /^Primary color/ }).fill('#7a1fa2');
    await page.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Branding saved').waitFor();
    await page.mouse.move(0, 0);
    await audit.at('branding');
    expect(audit.found).toEqual([]);
    await page.getByRole('link', { name: 'Firmbook Harbor, home' }).waitFor();
    await eventually(async () => expect(await backgroundOf(page)).toBe('rgb(122, 31, 162)'));

    const signedOutPage = await newPage();
    await signedOutPage.goto('/session-timeout');
    await signedOutPage.getByText('Firmbook Harbor').first().waitFor();
    await eventually(async () => expect(await signedOutPage.title()).toContain('Firmbook Harbor'));
  } finally {
    const [now] = await callApi<BrandingVersion[]>(page, 'GET', 'Branding/settings');
    const { host, version } = now ?? {};
    await callApi(page, 'PUT', 'Branding', { host, version, platformName: 'Firmbook' });
  }
  await page.reload();
  await page.getByRole('link', { name: 'Firmbook, home' }).waitFor();
});

/** A PNG with one red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

journey('a logo appears in the header after upload and disappears after removal', async () => {
  const page = await openAs(DANA, '/settings/branding', AXE_CONTEXT);
  const logo = page.getByRole('region', { name: 'Header logo' });
  const inHeader = page.getByRole('link', { name: /, home$/ }).locator('img');
  const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      logo.getByRole('button', { name: /^Upload/ }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await upload({ name: 'logo.png', mimeType: 'image/png', buffer: PICTURE });
  await toast(page, 'Header logo saved').waitFor();
  await inHeader.waitFor();
  await eventually(async () =>
    expect(await inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1),
  );

  expectConsoleError(/status of 400 .*Branding\/logo/);
  await upload({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await toast(page, 'Upload a PNG, JPEG or WebP image.').waitFor();

  await logo.getByRole('button', { name: /^Remove/ }).click();
  await toast(page, 'Header logo removed').waitFor();
  await inHeader.waitFor({ state: 'detached' });
});

/** Returns the background color of the primary button. */
const backgroundOf = (page: Page) =>
  page.getByRole('button', { name: 'Save' }).evaluate((button) => getComputedStyle(button).backgroundColor);

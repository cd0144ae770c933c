import { barriers, rowsOf, signedIn, DANA } from './support/browser';

const screens = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 360].map((width) => ({ colorScheme, width })),
);

test.each(screens)('no barriers: $colorScheme, $width wide', async ({ colorScheme, width }) => {
  const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true };
  const page = await signedIn('/people/agents?f=state:in:CA,NY&s=-deathBenefit', DANA, options);
  await rowsOf(page);
  expect(await barriers(page)).toEqual([]);

  await page.locator('[data-row="0"] > [data-column="0"]').click();
  await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('state');
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'New filter' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto('/people/owners?panel=add');
  await page.getByRole('dialog').getByRole('button', { name: 'Add owner' }).click();
  await page.getByText('The last name is missing.').waitFor();
  expect(await barriers(page)).toEqual([]);
});

test('nothing but the grid scrolls sideways on a small screen', async () => {
  const page = await signedIn('/people/agents', DANA, { viewport: { width: 360, height: 740 } });
  await rowsOf(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Owners' }).click();
  await page.waitForURL(/owners/);
});

test('focus returns to what opened a popup', async () => {
  const page = await signedIn('/people/agents');
  await rowsOf(page);
  for (const name of ['Columns', 'Filter']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await page.getByRole('textbox', { name: 'Find a column' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Find a column' }).waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

import { rowsOf, signedIn } from './support/browser';

const heading = (page: Awaited<ReturnType<typeof signedIn>>) => page.getByRole('heading', { level: 1 });

test('search, filter and sort narrow the list, and the address brings all of it back', async () => {
  const page = await signedIn('/people/agents');
  await rowsOf(page);
  const all = await heading(page).innerText();

  await page.keyboard.press('/');
  await page.keyboard.type('son');
  await page.waitForURL(/q=son/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('state');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'California' }).check();
  await page.getByRole('checkbox', { name: 'Texas' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/f=state:in:CA,TX/);
  await page.getByRole('columnheader', { name: 'Death Benefit' }).click();
  await page.waitForURL(/s=deathBenefit/);
  await page.getByRole('columnheader', { name: 'Death Benefit' }).click();
  await page.waitForURL(/s=-deathBenefit/);
  await page.locator('[role="grid"][aria-busy="false"]').waitFor();
  const narrowed = await heading(page).innerText();
  expect(narrowed).not.toBe(all);

  const values = await page.locator('[role="row"][data-row] [data-column="8"]').allInnerTexts();
  const amounts = values.slice(2).map((text) => Number(text.replaceAll(',', '')));
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));

  await page.reload();
  await rowsOf(page);
  expect(await heading(page).innerText()).toBe(narrowed);
  await page.getByRole('button', { name: 'State is any of California, Texas', exact: true }).waitFor();

  await page.getByRole('searchbox').fill('no such agent anywhere');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await rowsOf(page);
  expect(await heading(page).innerText()).toBe(all);
});

test('the last row can be reached, and the keyboard opens a record', async () => {
  const page = await signedIn('/people/insureds');
  await rowsOf(page);
  await page.getByRole('grid').locator('[tabindex="0"]').focus();
  await page.keyboard.press('Control+End');
  const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  await page.locator(`[role="row"][aria-rowindex="${rows}"] a`).waitFor();
  await page.keyboard.press('Control+Home');
  await page.locator('[data-row="0"] > [data-column="0"]:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/people\/insureds\/[0-9a-f-]{36}/);
});

test('columns, widths and order are remembered on any machine', async () => {
  const page = await signedIn('/people/owners');
  await rowsOf(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Back to the defaults' }).click();
  await page.getByRole('checkbox', { name: 'Email', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Move Age: up and down arrows' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('button', { name: 'Rename Phone' }).click();
  await page.getByRole('textbox', { name: 'New name of Phone' }).fill('Call');
  const saved = page.waitForResponse((answer) => answer.url().includes('/TableState/') && answer.ok());
  await page.keyboard.press('Enter');
  await saved;
  await page.context().close();

  const elsewhere = await signedIn('/people/owners');
  await elsewhere.getByRole('columnheader', { name: 'Call' }).waitFor();
  await rowsOf(elsewhere);
  const labels = await elsewhere.locator('[role="columnheader"]').allInnerTexts();
  expect(labels).not.toContain('Email');
  expect(labels.indexOf('Age')).toBeLessThan(labels.indexOf('Owner Type'));

  await elsewhere.getByRole('button', { name: 'Columns' }).click();
  const reset = elsewhere.waitForResponse((answer) => answer.url().includes('/TableState/') && answer.ok());
  await elsewhere.getByRole('button', { name: 'Back to the defaults' }).click();
  await reset;
});

test('the export is a file with the name that the product gives it', async () => {
  const page = await signedIn('/people/owners?f=ownerType:in:2');
  await rowsOf(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('FirmOwenrs.csv');
});

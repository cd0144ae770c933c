import type { Locator, Page } from 'playwright-core';
import { DANA, eventually, journey, openAs } from './support/journey';
import { row, selectionBar, waitForRows } from './support/list';

const waitForActiveCell = (page: Page, index: number, column: number) =>
  page.locator(`[data-row="${index}"] > [data-column="${column}"]:focus`).waitFor();

journey('a list is searched, navigated and opened by keyboard, and restored after Back', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name');
  await waitForRows(page);
  const press = (key: string) => page.keyboard.press(key);

  await press('/');
  await page.getByRole('searchbox', { name: 'Search insureds' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('an');
  await press('Enter');
  await page.waitForURL(/q=an/);
  await waitForRows(page);

  // Tab from the search box past the toolbar into the grid, which is one tab stop.
  for (let stops = 0; stops < 15; stops += 1) {
    await press('Tab');
    if ((await page.locator('[role="grid"] :focus').count()) > 0) break;
  }
  await waitForActiveCell(page, 0, 1);

  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowRight');
  await waitForActiveCell(page, 2, 2);
  await row(page, 2).getByRole('button', { name: 'Row actions' }).waitFor();
  await press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Open', exact: true }).and(page.locator(':focus')).waitFor();
  await press('Escape');
  await waitForActiveCell(page, 2, 2);
  await press('End');
  const columns = await page.getByRole('columnheader').count();
  await waitForActiveCell(page, 2, columns - 1);
  await press('Home');
  await waitForActiveCell(page, 2, 0);
  await press('PageDown');
  await page.locator('[data-row="2"] > :focus').waitFor({ state: 'detached' });
  await press('PageUp');
  await waitForActiveCell(page, 2, 0);
  for (let steps = 0; steps < 3; steps += 1) await press('ArrowUp');
  await waitForActiveCell(page, -1, 0);
  await press('Control+Home');
  await waitForActiveCell(page, 0, 0);

  await press('Space');
  await selectionBar(page).getByText('1 selected').waitFor();
  await press('Shift+ArrowDown');
  await press('Shift+ArrowDown');
  await selectionBar(page).getByText('3 selected').waitFor();
  await press('Escape');
  await selectionBar(page).waitFor({ state: 'hidden' });

  await press('Control+Home');
  for (let steps = 0; steps < 30; steps += 1) await press('ArrowDown');
  await press('ArrowRight');
  await waitForActiveCell(page, 30, 1);
  const name = await row(page, 30).getByRole('link').innerText();
  await press('Enter');
  await page.waitForURL(/\/people\/insureds\/[0-9a-f-]{36}/);
  await page.getByRole('tab', { name: 'Overview' }).waitFor();

  await page.goBack();
  await page.waitForURL(/\/people\/insureds\?/);
  await eventually(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('an'));
  await row(page, 30).getByRole('link', { name, exact: true }).waitFor();
  await waitForActiveCell(page, 30, 1);
  await eventually(async () => expect(await inSight(page, 30)).toBe(true));
});

journey('a filter is added, opened and removed by keyboard, and the focus stays on the page', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name');
  await waitForRows(page);
  const press = (key: string) => page.keyboard.press(key);
  const focused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor();
  const filter = page.getByRole('button', { name: 'Filter', exact: true });

  await filter.focus();
  await press('Enter');
  await focused(page.getByRole('textbox', { name: 'Find a column' }));
  await page.keyboard.type('Last name');
  await press('Enter');
  await focused(page.getByRole('textbox', { name: 'Value' }));
  await page.keyboard.type('go');
  await press('Escape');
  await focused(filter);
  // Wait until the editor has faded out. Reopened earlier, it would still have its values.
  await page.getByRole('form', { name: 'New filter' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/people/insureds');

  await press('Enter');
  await focused(page.getByRole('textbox', { name: 'Find a column' }));
  await page.keyboard.type('Last name');
  await press('Enter');
  await focused(page.getByRole('textbox', { name: 'Value' }));
  await page.keyboard.type('a');
  await press('Enter');
  await page.waitForURL(/f=lastName/);
  await focused(filter);
  await page.getByRole('button', { name: /^Remove filter/ }).focus();
  await press('Enter');
  await focused(filter);

  await waitForRows(page);
  await row(page, 0).getByRole('link').first().focus();
  await press('Enter');
  await focused(page.getByRole('heading', { level: 1 }));
});

journey('Escape closes only what is on top, and keeps what was typed', async () => {
  const page = await openAs(DANA, '/people/insureds?panel=add');
  const press = (key: string) => page.keyboard.press(key);
  const focused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor();
  const name = page.getByRole('textbox', { name: 'First name' });

  await focused(name);
  await page.keyboard.type('Ann');
  await press('Control+k');
  await focused(page.getByRole('combobox', { name: 'Quick search' }));
  await press('Escape');
  await focused(name);
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  await press('Escape');
  await focused(page.getByRole('button', { name: 'Keep editing' }));
  await press('Escape');
  await focused(name);
  expect(await name.inputValue()).toBe('Ann');
  await press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

const inSight = (page: Page, index: number) =>
  row(page, index).evaluate((element) => {
    const rect = element.getBoundingClientRect();
    const frame = element.closest('[data-grid-scroller]')?.getBoundingClientRect();
    return frame !== undefined && rect.top >= frame.top && rect.bottom <= frame.bottom;
  });

import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs, THEO } from './support/journey';
import { grid, header, parseNumber, row, toast, waitForRows } from './support/list';

interface Found {
  items: Record<string, string>[];
}

/** Moves to the cell of a column in the first row, by keyboard. */
async function moveTo(page: Page, column: string): Promise<void> {
  const columnIndex = Number(await header(page, column).getAttribute('aria-colindex')) - 1;
  await row(page, 0).locator('[data-column="1"]').focus();
  for (let steps = 1; steps < columnIndex; steps += 1) await page.keyboard.press('ArrowRight');
  await cell(page, columnIndex).and(page.locator(':focus')).waitFor();
}

const cell = (page: Page, column: number) => row(page, 0).locator(`> [data-column="${column}"]`);
const input = (page: Page, name: string) =>
  grid(page).getByRole('textbox', { name, exact: true }).and(page.locator(':focus'));

journey('a policy value is edited in the list by keyboard, and undone', async () => {
  const page = await openAs(DANA, '/business/policies?s=policyNumber', AXE_CONTEXT);
  await waitForRows(page);
  // A product type with a cash value that no other journey changes.
  const { items } = await callApi<Found>(page, 'POST', 'allpolicy/search', {
    filter: [
      { column: 'status', op: 'eq', value: 'InForce' },
      { column: 'productType', op: 'eq', value: 'WholeLife' },
    ],
    selectColumns: ['policyNumber', 'policyCashValue'],
    sort: [{ column: 'policyNumber', direction: 'asc' }],
    limit: { offset: 0, rowCount: 1 },
  });
  const { policyNumber: number = '', policyCashValue = '' } = items[0] ?? {};
  const before = Number(policyCashValue);
  await page.goto(`/business/policies?q=${encodeURIComponent(number)}`);
  await waitForRows(page);
  await moveTo(page, 'Cash Value');
  await page.getByRole('button', { name: 'Edit Cash Value' }).waitFor();

  // Escape discards the typed value.
  await page.keyboard.press('F2');
  await input(page, 'Cash Value').fill('1');
  await page.keyboard.press('Escape');
  await input(page, 'Cash Value').waitFor({ state: 'detached' });

  // The error stays until the value is valid.
  await page.keyboard.press('F2');
  await input(page, 'Cash Value').fill('a lot');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: /amount/i })
    .waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('editor with an error');
  expect(audit.found).toEqual([]);

  await input(page, 'Cash Value').fill(String(before + 100));
  await page.keyboard.press('Tab');
  await input(page, 'Surrender Value').waitFor();
  await page.keyboard.press('Escape');
  await toast(page, `Cash value of ${number} changed to`).waitFor();
  const columnIndex = Number(await header(page, 'Cash Value').getAttribute('aria-colindex')) - 1;
  const shown = async () => parseNumber(await cell(page, columnIndex).innerText());
  await eventually(async () => expect(await shown()).toBe(Math.round(before + 100)));
  await page.locator('[data-row="0"] > [data-column]:focus').waitFor();

  await toast(page, `Cash value of ${number} changed to`).getByRole('button', { name: 'Undo' }).click();
  await toast(page, `Cash value of ${number} restored`).waitFor();
  await eventually(async () => expect(await shown()).toBe(Math.round(before)));
});

journey('the email of an agent is edited in the list by keyboard', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  await moveTo(page, 'Email');
  await page.getByRole('button', { name: 'Edit Email' }).waitFor();
  await page.keyboard.press('F2');
  const before = await input(page, 'Email').inputValue();
  const email = `cell.edit@example.com`;
  await input(page, 'Email').fill(email);
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: `changed to ${email}` })
    .waitFor();
  await eventually(async () => expect(await row(page, 0).innerText()).toContain(email));
  await page.locator('[data-row="0"] > [data-column]:focus').waitFor();

  await page.keyboard.press('F2');
  await input(page, 'Email').fill(before);
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await row(page, 0).innerText()).not.toContain(email));
});

journey('a read-only user cannot edit a cell', async () => {
  const page = await openAs(THEO, '/people/agents?s=name');
  await waitForRows(page);
  await moveTo(page, 'Email');
  await row(page, 0).getByRole('button', { name: 'Row actions' }).waitFor();
  await page.keyboard.press('F2');
  expect(await grid(page).getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Edit Email' }).count()).toBe(0);
});

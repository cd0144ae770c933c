import type { Locator, Page } from 'playwright-core';

/** The list on the page. */
export const grid = (page: Page) => page.getByRole('grid');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** A column header. Its name ends with a number while several columns sort. */
export const header = (page: Page, name: string) =>
  page.getByRole('columnheader', {
    name: new RegExp(`^${name.replaceAll(/[#$.]/g, String.raw`\$&`)}( ?\\d)?$`),
  });
export const row = (page: Page, index: number) => page.locator(`[role="row"][data-row="${index}"]`);
export const link = (page: Page, name: string) => grid(page).getByRole('link', { name, exact: true });
export const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Waits until the rows belong to the current query. */
export async function waitForRows(page: Page): Promise<void> {
  await page.locator('[role="grid"][aria-busy="false"] [role="row"][data-row="0"] a').first().waitFor();
}

/** Returns the number of rows shown in the heading. */
export async function total(page: Page): Promise<number> {
  return parseNumber(await heading(page).getByRole('status').innerText());
}

/** Returns the visible cells in a column, from top to bottom. */
export async function cells(page: Page, column: string): Promise<string[]> {
  return (await rowsWith(page, column)).filter(({ index }) => index >= 0).map(({ text }) => text);
}

/** Returns the value of a column in the totals row. */
export async function totalOf(page: Page, column: string): Promise<number> {
  await page.locator('[data-row="-1"]:not([data-stale])').waitFor();
  const found = (await rowsWith(page, column)).find(({ index }) => index === -1);
  return parseNumber(found?.text ?? '');
}

async function rowsWith(page: Page, column: string): Promise<{ index: number; text: string }[]> {
  const columnIndex = await header(page, column).getAttribute('aria-colindex');
  return page.locator(`[role="gridcell"][aria-colindex="${columnIndex}"]`).evaluateAll((found) =>
    found
      .map((cell) => ({
        index: Number(cell.closest<HTMLElement>('[data-row]')?.dataset.row),
        text: cell.textContent?.trim() ?? '',
      }))
      .toSorted((a, b) => a.index - b.index),
  );
}

/** Searches the list without waiting for the rows. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.fill(text);
  await field.press('Enter');
}

/** Selects a row. */
export const select = (page: Page, index: number) => row(page, index).getByRole('gridcell').first().click();

export const selectionBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected rows' });

export const parseNumber = (text: string) => Number(text.replaceAll(/[^\d.-]/g, ''));

/** Exports the list in a format. */
export async function exportAs(page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: format }).click();
}

import type { Page } from 'playwright-core';
import { ask } from './support/api';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { search, select, selectionBar, settled } from './support/list';

interface Saved {
  uuid: string;
}

const add = (page: Page, firstName: string, lastName: string, email: string | null = null) =>
  ask<Saved>(page, 'POST', 'FirmAgent/1', { person: { firstName, lastName, email } });

const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Selects agents in the list and opens their comparison. */
async function compare(page: Page, name: string, rows: readonly number[]): Promise<void> {
  await page.goto('/people/agents?s=name');
  await settled(page);
  await search(page, name);
  for (const row of rows) await select(page, row);
  await selectionBar(page).getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('heading', { level: 1, name: 'Merge agents' }).waitFor();
}

journey('agents are compared, merged twice, and the first merge is undone', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await settled(page);
  const name = uniqueName();
  const ada = await add(page, 'Ada', name);
  const twin = await add(page, 'Adah', name, `${name.toLowerCase()}@example.com`);
  await add(page, 'Adelaide', name);

  await compare(page, name, [0, 1]);
  await page.getByRole('radio', { name: new RegExp(`Ada ${name}`) }).check();
  const table = page.getByRole('table', { name: 'Values of the agents' });
  // The email of the other record fills the empty field.
  await table.getByRole('radio', { name: `${name.toLowerCase()}@example.com`, checked: true }).waitFor();
  await page.getByRole('button', { name: `Merge 2 agents into Ada ${name}` }).click();
  await page.waitForURL((url) => url.pathname.endsWith(ada.uuid));
  await titled(page, `Ada ${name}`);
  await page.getByText(`2 agents merged into Ada ${name}`).waitFor();

  // The page of the merged record opens the remaining one.
  await page.goto(`/people/agents/${twin.uuid}`);
  await page.waitForURL((url) => url.pathname.endsWith(ada.uuid));
  await page.getByText(`This agent was merged into Ada ${name}`).waitFor();

  await compare(page, name, [0, 1]);
  await page.getByRole('radio', { name: new RegExp(`Adelaide ${name}`) }).check();
  await page.getByRole('button', { name: `Merge 2 agents into Adelaide ${name}` }).click();
  await titled(page, `Adelaide ${name}`);

  // Undoing the first merge takes the second record out of the third.
  await page.goto('/administration/duplicates?view=history');
  await page.getByRole('button', { name: `Undo merge into ${name}, Ada`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo merge' });
  await dialog.getByText(`${name}, Adah with 0 contracts`).waitFor();
  await dialog.getByRole('button', { name: `Restore ${name}, Adah` }).click();
  await page.getByText(`Merge undone. ${name}, Adah restored`).waitFor();
  await page.goto(`/people/agents/${twin.uuid}`);
  await titled(page, `Adah ${name}`);
});

import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { DANA, eventually, journey, openAs, uniqueName } from './support/journey';
import { row, search, select, selectionBar, waitForRows } from './support/list';

interface Saved {
  uuid: string;
}

const add = (page: Page, firstName: string, lastName: string, email: string | null = null) =>
  callApi<Saved>(page, 'POST', 'FirmAgent/1', { person: { firstName, lastName, email } });

/** Maximum time until a new contact has been compared. */
const COMPARISON_TIMEOUT_MS = 60_000;

const titled = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Selects agents in the list and opens their comparison. */
async function compare(page: Page, name: string, rows: readonly number[]): Promise<void> {
  await page.goto('/people/agents?s=name');
  await waitForRows(page);
  await search(page, name);
  for (const index of rows) {
    // The rows from before the search may still be on the screen.
    await row(page, index).filter({ hasText: name }).waitFor();
    await select(page, index);
  }
  await selectionBar(page).getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('heading', { level: 1, name: 'Merge agents' }).waitFor();
}

journey('agents are compared, merged twice, and the first merge is undone', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  const name = uniqueName();
  const ada = await add(page, 'Ada', name);
  const duplicate = await add(page, 'Adah', name, `${name.toLowerCase()}@example.com`);
  await add(page, 'Adelaide', name);

  await compare(page, name, [0, 1]);
  await page.getByRole('radio', { name: new RegExp(`Ada ${name}`) }).check();
  const table = page.getByRole('table', { name: 'Values of the agents' });
  // The email of the other record fills the empty field.
  await table.getByRole('radio', { name: `${name.toLowerCase()}@example.com`, checked: true }).waitFor();
  await page.getByRole('button', { name: `Merge 1 agent into Ada ${name}` }).click();
  await page.waitForURL((url) => url.pathname.endsWith(ada.uuid));
  await titled(page, `Ada ${name}`);
  await page.getByText(`1 agent merged into Ada ${name}`).waitFor();

  // The URL of the merged record opens the remaining one.
  await page.goto(`/people/agents/${duplicate.uuid}`);
  await page.waitForURL((url) => url.pathname.endsWith(ada.uuid));
  await page.getByText(`This agent was merged into Ada ${name}`).waitFor();

  await compare(page, name, [0, 1]);
  await page.getByRole('radio', { name: new RegExp(`Adelaide ${name}`) }).check();
  await page.getByRole('button', { name: `Merge 1 agent into Adelaide ${name}` }).click();
  await titled(page, `Adelaide ${name}`);

  // Undoing the first merge restores Adah, although Ada has since been merged into Adelaide.
  await page.goto('/administration/duplicates?view=history');
  await page.getByRole('button', { name: `Undo merge into ${name}, Ada`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo merge' });
  await dialog.getByText(`${name}, Adah with 0 contracts`).waitFor();
  await dialog.getByRole('button', { name: `Restore ${name}, Adah` }).click();
  await page.getByText(`Merge undone. ${name}, Adah restored`).waitFor();
  await page.goto(`/people/agents/${duplicate.uuid}`);
  await titled(page, `Adah ${name}`);
});

journey('a new agent appears among the possible duplicates and is marked as not a duplicate', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  const name = uniqueName();
  const birthDateOf = (firstName: string) =>
    callApi<Saved>(page, 'POST', 'FirmAgent/1', { person: { firstName, lastName: name, dob: '1961-05-17' } });
  const robert = await birthDateOf('Robert');
  // The job compares new contacts every 5 seconds.
  const matches = (of: string) =>
    callApi<unknown[]>(page, 'POST', 'FirmAgent/duplicates', {
      person: { firstName: of, lastName: name, dob: '1961-05-17' },
    });
  await eventually(async () => expect(await matches('Bob')).toHaveLength(1), COMPARISON_TIMEOUT_MS);

  // The form warns about the existing agent.
  const panel = page.getByRole('dialog');
  const typeBob = async () => {
    await page.goto('/people/agents?panel=add');
    const field = (label: string) => panel.getByRole('textbox', { name: label });
    await field('First name').fill('Bob');
    await field('Last name').fill(name);
    await field('Date of birth').fill('1961-05-17');
    await field('Agency code').fill('A-17');
    await panel.getByRole('link', { name: `${name}, Robert` }).waitFor();
  };
  await typeBob();
  await panel.getByRole('button', { name: 'Update this agent instead' }).click();
  await panel.getByText('Agency code: A-17').waitFor();
  await panel.getByRole('radio', { name: 'Keep the stored value Robert' }).check();
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${name}, Robert saved`).waitFor();
  expect(await callApi(page, 'GET', `FirmAgent/agent/${robert.uuid}`)).toMatchObject({
    person: { firstName: 'Robert', agencyCode: 'A-17' },
  });
  await typeBob();
  await panel.getByRole('button', { name: 'Add agent' }).click();
  await page.getByText(`${name}, Bob added`).waitFor();

  await eventually(async () => {
    const body = { contactUuid: robert.uuid };
    expect((await callApi<{ total: number }>(page, 'POST', 'AgentResolution/Candidates', body)).total).toBe(
      1,
    );
  }, COMPARISON_TIMEOUT_MS);
  await page.goto(`/people/agents/${robert.uuid}`);
  await page.getByRole('link', { name: '1 possible duplicate' }).click();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('link', { name: /%$/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Merge agents' }).waitFor();
  const reasons = page.getByRole('region', { name: 'Reasons' });
  await reasons.getByText('Date of birth matches').waitFor();
  await reasons.getByRole('button', { name: 'Not duplicates' }).click();
  await page.waitForURL((url) => url.pathname === '/administration/duplicates');
  await page.goto(`/people/agents/${robert.uuid}`);
  await titled(page, `Robert ${name}`);
  expect(await page.getByRole('link', { name: /possible duplicate/ }).count()).toBe(0);
});

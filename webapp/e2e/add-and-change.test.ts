import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { DANA, eventually, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { heading, link, search, select, selectionBar, waitForRows } from './support/list';

interface Saved {
  uuid: string;
  displayName: string;
}

const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name });
const fault = (page: Page, name: string) => field(page, name).and(page.locator('[aria-invalid="true"]'));
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

/** Adds an agent that no other journey uses. */
const addAgent = (page: Page, lastName: string, npn: string | null = null) =>
  callApi<Saved>(page, 'POST', 'FirmAgent/1', { person: { firstName: 'Ada', lastName, npn } });

const npn = () => String(10_000_000 + Math.floor(Math.random() * 89_999_999));

journey('an owner with invalid fields is corrected, saved and found', async () => {
  const page = await openAs(DANA, '/people/owners?s=name');
  await waitForRows(page);
  await page.getByRole('button', { name: 'Add owner' }).click();
  await page.waitForURL(/panel=add/);
  const name = uniqueName();

  // A field is validated on blur, not while typing.
  await field(page, 'Email').pressSequentially('ada@');
  await eventually(async () => expect(await fault(page, 'Email').count()).toBe(0));
  await page.keyboard.press('Tab');
  await fault(page, 'Email').waitFor();
  await field(page, 'SSN').fill('000-12-3456');
  await page.keyboard.press('Tab');
  await fault(page, 'SSN').waitFor();
  await eventually(async () => expect(await fault(page, 'Last name').count()).toBe(0));

  // Saving validates all fields and focuses the first invalid one.
  await field(page, 'First name').fill('Ada');
  await button(page, 'Add owner').click();
  await fault(page, 'Last name').and(page.locator(':focus')).waitFor();

  await field(page, 'Last name').fill(name);
  await field(page, 'Email').fill(`${name.toLowerCase()}@example.com`);
  await field(page, 'SSN').fill('');
  await button(page, 'Add owner').click();
  await page.getByText(`${name}, Ada added`).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.search.includes('panel'));

  await search(page, name);
  await link(page, `${name}, Ada`).click();
  await page.getByRole('heading', { level: 1, name: `Ada ${name}` }).waitFor();
  await eventually(async () => expect(await page.title()).toContain(`Ada ${name} · Firmbook`));
});

journey('rejects a duplicate NPN next to its field', async () => {
  const page = await openAs(DANA, '/people/agents?s=name&panel=add');
  const taken = npn();
  await addAgent(page, uniqueName(), taken);
  const name = uniqueName();
  await field(page, 'First name').fill('Grace');
  await field(page, 'Last name').fill(name);
  await field(page, 'NPN').fill(taken);
  expectConsoleError(/409/);
  await button(page, 'Add agent').click();
  await fault(page, 'NPN').and(page.locator(':focus')).waitFor();
  await eventually(async () => expect(await field(page, 'Last name').inputValue()).toBe(name));
  await field(page, 'NPN').fill(npn());
  await button(page, 'Add agent').click();
  await page.getByText(`${name}, Grace added`).waitFor();
});

journey('asks before discarding typed values', async () => {
  const page = await openAs(DANA, '/people/insureds?panel=add');
  await field(page, 'First name').fill('Ada');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await eventually(async () => expect(await field(page, 'First name').inputValue()).toBe('Ada'));
  await button(page, 'Cancel').click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL((url) => !url.search.includes('panel'));
});

journey('two users edit one agent, and the second resolves the conflict field by field', async () => {
  const mine = await openAs(DANA, '/people/agents?s=name');
  const name = uniqueName();
  const { uuid } = await addAgent(mine, name);
  await mine.goto(`/people/agents/${uuid}?panel=edit`);
  await field(mine, 'Email').fill('mine@example.com');

  const theirs = await mine.context().newPage();
  await theirs.goto(`/people/agents/${uuid}?panel=edit`);
  await field(theirs, 'Email').fill('theirs@example.com');
  await field(theirs, 'Agency code').fill('T-77');
  await button(theirs, 'Save').click();
  await theirs.getByText(`${name}, Ada saved`).waitFor();

  expectConsoleError(/409/);
  await button(mine, 'Save').click();
  const conflict = mine.getByRole('region', { name: 'Conflicting changes' });
  await conflict
    .getByRole('group', { name: 'Email' })
    .getByRole('radio', { name: /Keep mine/ })
    .check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await mine.getByText(`${name}, Ada saved`).waitFor();
  await mine.getByRole('link', { name: 'mine@example.com' }).waitFor();
  await mine.getByText('T-77').waitFor();
});

journey('Undo restores a deleted agent, which otherwise stays deleted', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  const name = uniqueName();
  await addAgent(page, name);
  await search(page, name);
  await link(page, `${name}, Ada`).waitFor();
  await select(page, 0);
  await selectionBar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 agent deleted').waitFor();
  await page.getByRole('heading', { name: 'No agents found' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await link(page, `${name}, Ada`).click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByText(`${name}, Ada deleted`).waitFor();
  await heading(page).getByText('Agents').waitFor();
  await page.goto(`/people/agents?q=${name}`);
  await page.getByRole('heading', { name: 'No agents found' }).waitFor();
});

journey('deleting an agent with in-force contracts requires a new agent for them', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  const [leaving, successor] = [uniqueName(), uniqueName()];
  const { uuid } = await addAgent(page, leaving);
  await addAgent(page, successor);
  const { items } = await callApi<{ items: { uuid: string }[] }>(page, 'POST', 'allpolicy/search', {
    filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
    limit: { offset: Math.floor(Math.random() * 100), rowCount: 1 },
  });
  const policy = items[0]?.uuid ?? '';
  await callApi(page, 'PUT', `FirmAgent/1/policy/${policy}/type/2`, { uuid });

  await page.goto(`/people/agents/${uuid}`);
  await page.getByRole('button', { name: 'More' }).click();
  expectConsoleError(/422/);
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete Ada ${leaving}` });
  await dialog.getByText('1 policy will move to the agent you choose.').waitFor();
  await eventually(async () =>
    expect(await dialog.getByRole('button', { name: 'Choose who takes over' }).isDisabled()).toBe(true),
  );
  await dialog.getByRole('combobox', { name: 'Who takes over' }).fill(successor);
  await dialog.getByRole('option', { name: `${successor}, Ada` }).click();
  await dialog.getByRole('button', { name: `Delete and move to ${successor}, Ada` }).click();
  await page.getByText(`${leaving}, Ada deleted; ${successor}, Ada takes over`).waitFor();

  await search(page, successor);
  await link(page, `${successor}, Ada`).click();
  await page.getByRole('tab', { name: /^Policies ?1$/ }).waitFor();
});

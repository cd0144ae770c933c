import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs, uniqueName } from './support/journey';
import { cells, heading, row, search, select, selectionBar, toast, total, waitForRows } from './support/list';

interface Cohort {
  uuid: string;
  version: number;
}

/** Restores the demo data by deleting the cohort. */
async function discard(page: Page, uuid: string): Promise<void> {
  const { version } = await callApi<Cohort>(page, 'GET', `Cohort/${uuid}`);
  await callApi(page, 'DELETE', `Cohort/${uuid}?version=${version}`);
}

const uuidOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const nameOfRow = async (page: Page, index: number) =>
  (await row(page, index).getByRole('link').innerText()).trim();

journey('a cohort is made from a selection, shown on the contact, deleted and restored', async () => {
  const name = `Cohort ${uniqueName()}`;
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  await select(page, 0);
  await select(page, 1);
  await selectionBar(page).getByRole('button', { name: 'Add to cohort' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 2 agents to a cohort' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, `“${name}” added with 2 agents`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const first = await nameOfRow(page, 0);

  // Adding a third agent counts the two existing members.
  await select(page, 2);
  await selectionBar(page).getByRole('button', { name: 'Add to cohort' }).click();
  const again = page.getByRole('dialog', { name: 'Add 3 agents to a cohort' });
  await again.getByRole('radio', { name }).check();
  await again.getByRole('button', { name: 'Add', exact: true }).click();
  await toast(page, `1 agent added to “${name}”; 2 were in it already`).waitFor();
  await again.waitFor({ state: 'detached' });

  await row(page, 0).getByRole('link').click();
  await page.getByRole('tab', { name: 'Cohorts' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await heading(page).filter({ hasText: name }).waitFor();
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBe(3));
  expect(await cells(page, 'Name')).toContain(first);

  await select(page, 0);
  await selectionBar(page).getByRole('button', { name: 'Remove' }).click();
  const removed = toast(page, `1 agent removed from “${name}”`);
  await removed.waitFor();
  await eventually(async () => expect(await total(page)).toBe(2));
  await removed.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => expect(await total(page)).toBe(3));

  const uuid = uuidOf(page);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete cohort' }).click();
  await page.waitForURL(/\/people\/cohorts(\?|$)/);
  const deleted = toast(page, `“${name}” deleted`);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await search(page, name);
  await eventually(async () => expect(await nameOfRow(page, 0)).toBe(name));
  await row(page, 0).getByRole('link').click();
  await heading(page).filter({ hasText: name }).waitFor();
  await eventually(async () => expect(await total(page)).toBe(3));
  await discard(page, uuid);
});

journey('a rule finds its members, explains them and is renamed', async () => {
  const name = `Rule ${uniqueName()}`;
  const page = await openAs(DANA, '/people/cohorts');
  await page.getByRole('button', { name: 'Add cohort' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add cohort' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: 'Owners' }).check();
  await dialog.getByRole('radio', { name: 'By rule' }).check();
  await dialog.getByRole('button', { name: 'Condition', exact: true }).click();
  const field = dialog.getByRole('textbox', { name: 'Find a column' });
  await field.fill('owner type');
  await field.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Estate', exact: true }).check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('Owner Type is Estate').waitFor();
  await dialog.getByRole('button', { name: 'Add cohort', exact: true }).click();
  await heading(page).filter({ hasText: name }).waitFor();
  await waitForRows(page);
  expect(new Set(await cells(page, 'Owner Type'))).toEqual(new Set(['Estate']));
  const estates = await total(page);

  await select(page, 0);
  await selectionBar(page).getByRole('button', { name: 'Why?' }).click();
  const reasonsPanel = page.getByRole('dialog', { name: `Why this contact is in “${name}”` });
  await reasonsPanel.getByText('Owner Type is Estate: Estate').waitFor();
  await page.keyboard.press('Escape');
  await reasonsPanel.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit cohort' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit cohort' });
  await edit.getByRole('textbox', { name: 'Name' }).fill(`${name} II`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await heading(page)
    .filter({ hasText: `${name} II` })
    .waitFor();
  await eventually(async () => expect(await total(page)).toBe(estates));

  // The list shows the current number of matching contacts.
  const uuid = uuidOf(page);
  await page.goto('/people/cohorts');
  await search(page, name.toLowerCase());
  await eventually(async () => expect(await cells(page, 'Name')).toEqual([`${name} II`]));
  await eventually(async () =>
    expect(await cells(page, '# Contacts')).toEqual([estates.toLocaleString('en-US')]),
  );
  await discard(page, uuid);
});

journey('cohorts and their dialogs have no accessibility violations', async () => {
  const page = await openAs(DANA, '/people/cohorts', AXE_CONTEXT);
  const { uuid } = await callApi<Cohort>(page, 'POST', 'Cohort', {
    name: `Looked at ${uniqueName()}`,
    description: 'A cohort of a journey',
    contactType: 1,
    kind: 'Rule',
    filter: [{ column: 'policyCount', op: 'gte', value: 1 }],
  });
  await page.goto('/people/cohorts');
  await waitForRows(page);
  const audit = accessibilityAudit(page);
  await audit.at('cohorts');
  await page.getByRole('button', { name: 'Add cohort' }).click();
  const adding = page.getByRole('dialog', { name: 'Add cohort' });
  await adding.getByRole('radio', { name: 'By rule' }).check();
  await audit.at('add cohort', adding);
  await page.keyboard.press('Escape');
  await adding.waitFor({ state: 'detached' });

  await page.goto(`/people/cohorts/${uuid}`);
  await waitForRows(page);
  await audit.at('cohort');
  await select(page, 0);
  await selectionBar(page).getByRole('button', { name: 'Why?' }).click();
  const reasonsPanel = page.getByRole('dialog', { name: /^Why this contact is in/ });
  await reasonsPanel.getByText('# Policies ≥ 1:').waitFor();
  await audit.at('why', reasonsPanel);
  await page.keyboard.press('Escape');
  await reasonsPanel.waitFor({ state: 'detached' });

  const agent = await row(page, 0).getByRole('link').getAttribute('href');
  await page.goto(`${agent}?tab=cohorts`);
  await page.getByRole('table', { name: 'Cohorts' }).waitFor();
  await audit.at('cohorts of an agent');
  await page.getByRole('button', { name: 'Add to cohort' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 1 agent to a cohort' });
  await dialog.waitFor();
  await audit.at('add to cohort', dialog);
  await discard(page, uuid);
  expect(audit.found).toEqual([]);
});

import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, newPage, openAs, signIn } from './support/journey';
import { heading, link, waitForRows } from './support/list';

journey('the command palette opens recent records, pages and actions', async () => {
  const page = await openAs(DANA, '/people/agents?s=name', AXE_CONTEXT);
  await waitForRows(page);
  const audit = accessibilityAudit(page);
  await page.locator('[role="row"][data-row="0"] a').first().click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  const name = await heading(page).innerText();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Quick search' });
  await palette.getByRole('group', { name: 'Recent' }).getByText(name).waitFor();
  await audit.at('palette');
  const field = palette.getByRole('combobox', { name: 'Quick search' });
  await field.fill('add insured');
  await palette.getByRole('option', { name: 'Add insured' }).waitFor();
  // Enter is ignored while the search runs.
  await palette.getByText(/\d found\. Enter opens/).waitFor();
  await field.press('Enter');
  await page.getByRole('dialog', { name: 'Add insured' }).waitFor();
  expect(audit.found).toEqual([]);
});

journey('g and a letter open a page, and ? lists the shortcuts', async () => {
  const page = await newPage(AXE_CONTEXT);
  // The shortcuts' code loads only after the key press.
  let press = () => {};
  const pressed = new Promise<void>((resolve) => (press = resolve));
  await page.route('**/assets/shortcut*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await signIn(page, '/', DANA);
  await page.getByRole('heading', { name: 'Needs your attention today' }).waitFor();
  await page.keyboard.press('?');
  press();
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Search the list').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.waitForURL('**/people/agents**');
  await waitForRows(page);
});

journey('the status of selected policies is changed at once, with Undo', async () => {
  const page = await openAs(
    DANA,
    '/business/policies?f=status:eq:InForce&s=policyNumber&c=policyNumber,status',
    // It is already tomorrow there for most of the day. The status date uses the time zone in her profile.
    { timezoneId: 'Pacific/Kiritimati' },
  );
  await waitForRows(page);
  const numbers: string[] = [];
  for (const index of [0, 1]) {
    const row = page.locator(`[role="row"][data-row="${index}"]`);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    numbers.push(await row.getByRole('link').innerText());
    // oxlint-disable-next-line no-await-in-loop
    await row.locator('[data-column="0"]').click();
  }
  await page
    .getByRole('toolbar', { name: 'Selected rows' })
    .getByRole('button', { name: 'Change status' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Change the status of 2 policies' });
  await dialog.getByRole('combobox', { name: 'New status' }).selectOption({ label: 'Suspended' });
  await dialog.getByText('2 policies: In Force → Suspended').waitFor();
  await dialog.getByRole('button', { name: 'Change 2 policies to Suspended' }).click();
  const toast = page.getByRole('alert').filter({ hasText: '2 policies changed to Suspended' });
  await toast.waitFor();
  for (const number of numbers) {
    // oxlint-disable-next-line no-await-in-loop
    await link(page, number).waitFor({ state: 'detached' });
  }
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 policies restored').waitFor();
  for (const number of numbers) {
    // oxlint-disable-next-line no-await-in-loop
    await link(page, number).waitFor();
  }
});

journey('one field is changed in all filtered policies at once, with Undo', async () => {
  const page = await openAs(
    DANA,
    '/business/policies?f=status:eq:Suspended&s=policyNumber&c=policyNumber,riskClass',
  );
  await waitForRows(page);
  await page.getByRole('columnheader', { name: /Select all rows/ }).click();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  const all = bar.getByRole('button', { name: /^Select all/ });
  if ((await all.count()) > 0) await all.click();
  await bar.getByRole('button', { name: 'Edit field' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit [\d,]+ policies$/ });
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Risk class' });
  await dialog.getByRole('textbox', { name: 'New value' }).fill('Preferred Plus');
  await dialog.getByRole('button', { name: /^Change [\d,]+ policies$/ }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'changed to Preferred Plus' });
  await toast.waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^[\d,]+ policies restored$/).waitFor();
});

import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs } from './support/journey';
import { parseNumber, total, waitForRows } from './support/list';

journey('home lists work by date, and each total matches its list', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  const home = page.getByRole('region', { name: 'Home' });
  await home.getByRole('heading', { level: 1, name: 'Needs your attention today' }).waitFor();
  const queue = home.getByRole('table', { name: 'Work queue' });
  await queue.getByRole('rowheader').first().waitFor();
  const kinds = home.getByRole('region', { name: 'By type' });
  const premiums = kinds.getByRole('listitem').filter({ hasText: 'Premiums due in 30 days' });
  const count = parseNumber((await premiums.innerText()).replace(/^.*days/, ''));
  expect(count).toBeGreaterThan(0);
  const audit = accessibilityAudit(page);
  await audit.at('home', page.getByRole('main'));
  await page.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('checkbox', { name: 'Premiums due in 30 days' }).waitFor();
  await audit.at('customize', page.getByRole('dialog', { name: 'Customize home' }));
  await page.keyboard.press('Escape');
  expect(audit.found).toEqual([]);

  await premiums.getByRole('link').click();
  await page.waitForURL(/nextPremiumDate:inNextDays:30/);
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBe(count));
});

journey('a premium is marked as paid, and work is snoozed and assigned from the queue', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  // Hide the work that is listed above the premiums.
  await page.getByRole('button', { name: 'Customize' }).click();
  for (const kind of [/^About to lapse/, /^Best interest/, /^Premium gifts/, /^Crummey/, /^Medical/]) {
    await page.getByRole('checkbox', { name: kind }).uncheck();
  }
  await page.keyboard.press('Escape');
  const queue = page.getByRole('table', { name: 'Work queue' });
  const pay = queue.getByRole('button', { name: /^Mark premium of .+ as paid$/ }).first();
  const name = /^Mark premium of (.+) as paid$/.exec((await pay.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const toast = (text: RegExp | string) => page.getByRole('alert').filter({ hasText: text });
  await pay.click();
  await toast(`${name}: premium marked as paid`).waitFor();
  await eventually(async () => expect(await queue.getByRole('link', { name, exact: true }).count()).toBe(0));
  await toast(`${name}: premium marked as paid`).getByRole('button', { name: 'Undo' }).click();
  const link = queue.getByRole('link', { name, exact: true });
  await link.waitFor();

  const actions = queue.getByRole('button', { name: `Actions for ${name}, Premium due` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await toast(`${name} assigned to Dana Whitfield`).waitFor();
  await page.getByRole('button', { name: 'Assigned to me (1)' }).click();
  await queue.getByRole('cell', { name: 'Dana Whitfield' }).waitFor();
  // One group heading and one row.
  await eventually(async () => expect(await queue.getByRole('rowheader').count()).toBe(2));

  await actions.click();
  await page.getByRole('menuitem', { name: 'For 1 week' }).click();
  await page.getByText('Nothing is assigned to you.').waitFor();
  await page.getByRole('button', { name: 'Snoozed (1)' }).click();
  await queue.getByText(/Snoozed until/).waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('snoozed', page.getByRole('main'));
  expect(audit.found).toEqual([]);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Unsnooze' }).click();
  await page.getByText('Nothing is snoozed.').waitFor();

  await page.getByRole('button', { name: /^All work/ }).click();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Unassign' }).click();
  await toast(`${name} unassigned`).waitFor();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

journey('home is limited to the work of one agent', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  const queue = page.getByRole('region', { name: 'Work queue' });
  const all = queue.getByRole('button', { name: /^All work/ });
  await all.filter({ hasText: /\d/ }).waitFor();
  const before = parseNumber(await all.innerText());
  await page.getByRole('button', { name: 'Agent: All agents' }).click();
  await page.getByRole('combobox', { name: 'Agent' }).fill('a');
  const option = page.getByRole('option').first();
  const agent = (await option.innerText()).trim();
  await option.click();
  await page.getByRole('button', { name: `Agent: ${agent}` }).waitFor();
  await eventually(async () => expect(parseNumber(await all.innerText())).toBeLessThan(before));
  await page.reload();
  await page.getByRole('button', { name: `Agent: ${agent}` }).waitFor();
  await page.getByRole('button', { name: 'Show all agents' }).click();
  await eventually(async () => expect(parseNumber(await all.innerText())).toBe(before));
});

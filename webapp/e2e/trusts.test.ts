import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { heading, toast, waitForRows } from './support/list';
import { addTrust } from './support/trusts';
import { dayFromNow } from './support/days';

journey('a premium gift is found from the menu and opened on its policy', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  await page.getByRole('button', { name: 'Business', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Premium Gifts' }).click();
  await heading(page).filter({ hasText: 'Premium gifts' }).waitFor();
  await waitForRows(page);
  const audit = accessibilityAudit(page);
  await audit.at('premium gifts');
  expect(audit.found).toEqual([]);

  const gift = page.getByRole('grid').getByRole('link').first();
  const day = await gift.innerText();
  expect(day).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await gift.click();
  await page.waitForURL(/\/business\/policies\/.*tab=gifts/);
  const panel = page.getByRole('dialog', { name: 'Edit gift' });
  const [month, dayOfMonth, year] = day.split('/');
  expect(await panel.getByLabel('Gift date').inputValue()).toBe(`${year}-${month}-${dayOfMonth}`);
});

journey('the gift calendar opens from the list, and opens a gift', async () => {
  const page = await openAs(DANA, '/business/trust/premiumgifts/list', AXE_CONTEXT);
  await waitForRows(page);
  await page.getByRole('link', { name: 'Calendar' }).click();
  await heading(page).filter({ hasText: 'Gift calendar' }).waitFor();
  const audit = accessibilityAudit(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Gift due/ })
    .first()
    .waitFor();
  await audit.at('gift calendar', page.getByRole('main'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByText('Agenda', { exact: true }).click();
  await page.getByRole('list', { name: 'Agenda' }).waitFor();
  await audit.at('agenda of gifts', page.getByRole('main'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const subscribe = page.getByRole('dialog', { name: 'Subscribe to the calendar' });
  await subscribe.getByRole('button', { name: 'Create link' }).click();
  const link = await subscribe.getByRole('textbox', { name: 'Your link' }).inputValue();
  await audit.at('calendar link', subscribe);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await (await fetch(link)).text()).toContain('SUMMARY:Gift due');
  await subscribe.getByRole('button', { name: 'Delete link' }).click();
  await toast(page, 'Link deleted').waitFor();
  expect((await fetch(link)).status).toBe(404);
  await subscribe.getByRole('button', { name: 'Done' }).click();
  expect(audit.found).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const agenda = page.getByRole('list', { name: 'Agenda' });
  const due = agenda.getByRole('link', { name: /^Gift due(?! \(done\))/ }).first();
  const trust = (await due.innerText()).split('\n')[1] ?? '';
  await due.click();
  await page.waitForURL(/\/business\/policies\/.*tab=gifts&gift=/);
  const gift = page.getByRole('dialog', { name: 'Edit gift' });
  await gift.getByLabel('Gift received on').fill(dayFromNow(0));
  await gift.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Gift saved').waitFor();
  await gift.waitFor({ state: 'detached' });

  // Without a reload.
  await page.getByRole('button', { name: 'Business', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Premium Gifts' }).click();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByText('Agenda', { exact: true }).click();
  await agenda
    .getByRole('link', { name: `Gift due (done) ${trust}` })
    .first()
    .waitFor();
});

const LISTS = [
  ['Manage', 'Trusts'],
  ['Grantors', 'Grantors'],
  ['Trustees', 'Trustees'],
  ['Trust Beneficiaries', 'Trust beneficiaries'],
] as const;

journey('the trust lists open from the menu', async () => {
  const page = await openAs(DANA, '/', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  for (const [entry, title] of LISTS) {
    // The menu is a row of buttons on wide screens only.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Business', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await heading(page).filter({ hasText: title }).waitFor();
    await waitForRows(page);
    await audit.at(title);
  }
  expect(audit.found).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  const trust = page.getByRole('grid').getByRole('link').first();
  await trust.click();
  await page.waitForURL(/\/business\/trust\/manage\/.*tab=people/);
  await page.getByRole('heading', { level: 2, name: 'Beneficiaries' }).waitFor();
});

journey('a trust is edited, and a gift to a revocable trust is refused', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { name, uuid, policy } = await addTrust(page);
  await page.goto(`/people/owners/${uuid}`);
  await page.getByRole('link', { name: 'Open trust' }).click();
  await heading(page).filter({ hasText: name }).waitFor();
  await page.getByText('Type not recorded').waitFor();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Edit trust' });
  await details.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Revocable (living) trust' });
  await details.getByRole('combobox', { name: 'Governing state' }).selectOption({ label: 'California' });
  await details.getByRole('button', { name: 'Save' }).click();
  await toast(page, `${name} saved`).waitFor();
  await details.waitFor({ state: 'detached' });
  await page.getByText('California law').waitFor();

  await page.getByRole('tab', { name: /^Policies/ }).click();
  await page.getByRole('link', { name: /^Gifts of policy/ }).click();
  await page.waitForURL(new RegExp(`/business/policies/${policy}`));
  await page.getByRole('button', { name: 'Add gift' }).click();
  const gift = page.getByRole('dialog', { name: 'Add gift' });
  await gift.getByRole('textbox', { name: /Amount/ }).fill('5,000');
  await gift.getByLabel(/Gift date/).fill('2027-01-04');
  await gift.getByLabel(/Letters due/).fill('2027-01-05');
  await gift.getByLabel(/Premium due/).fill('2027-03-01');
  expectConsoleError(/(400|409|422).*\/gifts/);
  await gift.getByRole('button', { name: 'Save' }).click();
  await gift.getByText(/revocable trust cannot send Crummey letters/).waitFor();
  expect(await gift.getByRole('combobox', { name: /Trust/ }).getAttribute('aria-invalid')).toBe('true');
});

journey('a beneficiary is checked, added, deleted and restored', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const { uuid } = await addTrust(page);
  const name = `Ada ${uniqueName()}`;
  await page.goto(`/business/trust/manage/${uuid}?tab=people`);
  await page.getByText(/No beneficiaries yet/).waitFor();
  await page.getByRole('button', { name: 'Add beneficiary' }).click();
  const panel = page.getByRole('dialog', { name: 'Add beneficiary' });
  await panel.getByRole('textbox', { name: /^Name/ }).fill(name);
  const share = panel.getByRole('textbox', { name: 'Share' });
  await share.fill('120');
  expect(await share.getAttribute('aria-invalid')).not.toBe('true');
  await share.blur();
  await panel.locator('[data-path="sharePercent"][aria-invalid="true"]').waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('add beneficiary', panel);
  await page.setViewportSize({ width: 1440, height: 900 });
  await share.fill('60');
  await panel.getByRole('checkbox', { name: 'Withdrawal right' }).check();
  await panel.getByRole('button', { name: 'Add beneficiary' }).click();
  await toast(page, `${name} added`).waitFor();
  await panel.waitFor({ state: 'detached' });

  const person = page.getByRole('row', { name: new RegExp(name) });
  await person.getByText('60%').waitFor();
  await audit.at('people of a trust');
  expect(audit.found).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: /^\d+ alerts?$/ }).click();
  await page
    .getByRole('list', { name: 'Alerts' })
    .getByText(/total 60%/)
    .waitFor();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const deleted = toast(page, `${name} deleted`);
  await deleted.waitFor();
  await person.waitFor({ state: 'detached' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await person.waitFor();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('list', { name: 'Activity' }).getByText(name).first().waitFor();
});

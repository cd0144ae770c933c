import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { ask } from './support/api';
import { lookingAt, STILL } from './support/barriers';
import { DANA, RUTH, eventually, journey, openAs, provokes, uniqueName } from './support/journey';
import { cells, exportAs, heading, link, search, settled } from './support/list';

async function makeRuth(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${RUTH}` }).click();
  const panel = page.getByRole('dialog', { name: RUTH });
  await panel.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Abernathy/ })
    .getByText(role, { exact: true })
    .waitFor();
}

journey('a new role applies from the next call, and the audit log names who changed it', async () => {
  const ruth = await openAs(RUTH, '/settings/profile');
  const users = () => ask<unknown[]>(ruth, 'GET', 'FirmUser').then((all) => all.length, String);
  const parts = ruth.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await parts.first().waitFor();
  expect(await users()).toContain('403');
  await eventually(async () => expect(await parts.allInnerTexts()).not.toContain('Users'));

  const page = await openAs(DANA, '/settings/users', STILL);
  const looks = lookingAt(page);
  await page.getByRole('button', { name: `Edit ${RUTH}` }).waitFor();
  await looks.at('users');
  await makeRuth(page, 'Account Administrator');
  expect(await users()).toBeGreaterThan(1);
  await ruth.reload();
  await parts.getByText('Users').click();
  await ruth.getByRole('button', { name: 'Edit Dana Whitfield' }).waitFor();
  await makeRuth(page, 'Outside Advisor');
  expect(await users()).toContain('403');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await settled(page);
  await looks.at('audit log');
  expect(looks.found).toEqual([]);
  await search(page, 'Abernathy');
  await page.waitForURL(/q=Abernathy/);
  await settled(page);
  // Newer entries above it are Ruth's rejected calls.
  const place = (await cells(page, 'Action')).indexOf('Changed');
  expect((await cells(page, 'User'))[place]).toBe(DANA);
  expect((await cells(page, 'Record'))[place]).toBe(RUTH);
  expect((await cells(page, 'Details'))[place]).toContain('Outside Advisor');
  const [download] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expect(lines[0]).toMatch(/Date and Time \(.+\),User,On Behalf Of,Action,/);
  expect(lines[1 + place]).toContain(DANA);
  expect(lines[1 + place]).toContain('Outside Advisor');
});

interface Named {
  uuid: string;
}

/** Adds a policy and a report that contains only this policy. */
async function addReport(page: Page, number: string): Promise<{ policy: Named; report: Named }> {
  const [carrier] = await ask<Named[]>(page, 'GET', 'Carrier');
  const policy = await ask<Named>(page, 'POST', 'allpolicy', {
    contract: {
      policyNumber: number,
      carrierUuid: carrier?.uuid,
      productType: 'Term',
      status: 'Pending',
      deathBenefit: '250000',
    },
  });
  const report = await ask<Named>(page, 'POST', 'report', {
    reportType: 2,
    name: `Only ${number}`,
    description: null,
    query: {
      customLabels: {},
      selectColumns: ['policyNumber', 'deathBenefit'],
      filter: [{ column: 'policyNumber', op: 'eq', value: number }],
      sort: [],
      searchText: null,
    },
  });
  return { policy, report };
}

/** Opens the share dialog of the report. */
async function openShare(page: Page, uuid: string): Promise<Locator> {
  await page.goto(`/reports/allpolicies/${uuid}`);
  await settled(page);
  await page.getByRole('button', { name: 'Share' }).click();
  return page.getByRole('dialog', { name: /^Share/ });
}

/** Saves the share dialog. */
async function saveShare(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.waitFor({ state: 'detached' });
}

journey('an outside advisor sees the shared columns, and opens what the share allows', async () => {
  const number = uniqueName();
  const dana = await openAs(DANA, '/support');
  const { policy, report } = await addReport(dana, number);
  let dialog = await openShare(dana, report.uuid);
  await dialog.getByRole('checkbox', { name: new RegExp(RUTH) }).check();
  await saveShare(dialog);

  const ruth = await openAs(RUTH, '/notifications/digest', STILL);
  await ruth.getByRole('link', { name: `Only ${number}, from ${DANA}` }).click();
  await heading(ruth)
    .filter({ hasText: `Only ${number}` })
    .waitFor();
  await ruth.getByRole('gridcell', { name: number, exact: true }).waitFor();
  expect(await ruth.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Policy Number'),
      expect.stringContaining('Death Benefit'),
    ]),
  );
  expect(await ruth.getByRole('columnheader', { name: /Status|Carrier|Owner/ }).count()).toBe(0);
  expect(await link(ruth, number).count()).toBe(0);

  dialog = await openShare(dana, report.uuid);
  const grants = dialog.getByRole('group', { name: `Access for ${RUTH}` });
  await grants.getByRole('checkbox', { name: /records/ }).check();
  await saveShare(dialog);
  await ruth.reload();
  await settled(ruth);
  await link(ruth, number).click();
  await heading(ruth).filter({ hasText: number }).waitFor();
  const looks = lookingAt(ruth);
  await looks.at('shared policy');
  for (const tab of await ruth.getByRole('tab').all()) {
    await tab.click();
    await ruth.getByRole('tabpanel').waitFor();
  }
  await looks.at('last tab');
  provokes(/404/);
  await ruth.getByRole('tab', { name: 'Documents' }).click();
  await ruth.getByText('The documents of this record are not shared with you.').waitFor();
  expect(looks.found).toEqual([]);
  expect(await ruth.getByRole('button', { name: /^(Edit|Delete|Attach|Upload|Change)/ }).count()).toBe(0);
  await ruth.keyboard.press('Control+k');
  const palette = ruth.getByRole('dialog', { name: 'Quick search' });
  await palette.getByRole('combobox').and(ruth.locator(':focus')).fill(number);
  await palette.getByRole('option', { name: new RegExp(number) }).waitFor();
  await ruth.keyboard.press('Escape');

  await ask(dana, 'POST', `report/${report.uuid}/access`, { userKeys: [] });
  await ruth.goto(`/business/policies/${policy.uuid}`);
  await ruth.getByRole('heading', { name: 'No such policy' }).waitFor();
});

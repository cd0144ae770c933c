import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, expectConsoleError, journey, openAs, RUTH, uniqueName } from './support/journey';
import { cells, exportAs, heading, link, search, waitForRows } from './support/list';

async function setRoleOfRuth(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Abernathy, Ruth' }).click();
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
  const users = () => callApi<unknown[]>(ruth, 'GET', 'FirmUser').then((all) => all.length, String);
  const parts = ruth.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await parts.first().waitFor();
  expect(await users()).toContain('403');
  await eventually(async () => expect(await parts.allInnerTexts()).not.toContain('Users'));

  const page = await openAs(DANA, '/settings/users', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await page.getByRole('button', { name: 'Abernathy, Ruth' }).waitFor();
  await audit.at('users');
  await setRoleOfRuth(page, 'Account Administrator');
  expect(await users()).toBeGreaterThan(1);
  await ruth.reload();
  await parts.getByText('Users').click();
  await ruth.getByRole('button', { name: 'Whitfield, Dana' }).waitFor();
  await setRoleOfRuth(page, 'Outside Advisor');
  expect(await users()).toContain('403');

  await page.getByRole('link', { name: 'Audit log' }).click();
  await waitForRows(page);
  await audit.at('audit log');
  expect(audit.found).toEqual([]);
  await search(page, 'Abernathy');
  await page.waitForURL(/q=Abernathy/);
  await waitForRows(page);
  // Newer entries above it are Ruth's rejected calls.
  const rowIndex = (await cells(page, 'Action')).indexOf('Changed');
  expect((await cells(page, 'User'))[rowIndex]).toBe(DANA);
  expect((await cells(page, 'Record'))[rowIndex]).toBe(RUTH);
  expect((await cells(page, 'Details'))[rowIndex]).toContain('Outside Advisor');
  const [download] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expect(lines[0]).toMatch(/Date and Time \(.+\),User,On Behalf Of,Action,/);
  expect(lines[1 + rowIndex]).toContain(DANA);
  expect(lines[1 + rowIndex]).toContain('Outside Advisor');
});

interface Named {
  uuid: string;
}

/** Adds a policy and a report that contains only this policy. */
async function addReport(page: Page, number: string): Promise<{ policy: Named; report: Named }> {
  const [carrier] = await callApi<Named[]>(page, 'GET', 'Carrier');
  const policy = await callApi<Named>(page, 'POST', 'allpolicy', {
    contract: {
      policyNumber: number,
      carrierUuid: carrier?.uuid,
      productType: 'Term',
      status: 'Pending',
      deathBenefit: '250000',
    },
  });
  const report = await callApi<Named>(page, 'POST', 'report', {
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
  await waitForRows(page);
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

  const ruth = await openAs(RUTH, '/notifications/digest', AXE_CONTEXT);
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
  await waitForRows(ruth);
  await link(ruth, number).click();
  await heading(ruth).filter({ hasText: number }).waitFor();
  const audit = accessibilityAudit(ruth);
  await audit.at('shared policy');
  for (const tab of await ruth.getByRole('tab').all()) {
    await tab.click();
    await ruth.getByRole('tabpanel').waitFor();
  }
  await audit.at('last tab');
  expectConsoleError(/404/);
  await ruth.getByRole('tab', { name: 'Documents' }).click();
  await ruth.getByText('The documents of this record are not shared with you.').waitFor();
  expect(audit.found).toEqual([]);
  expect(await ruth.getByRole('button', { name: /^(Edit|Delete|Attach|Upload|Change)/ }).count()).toBe(0);
  await ruth.keyboard.press('Control+k');
  const palette = ruth.getByRole('dialog', { name: 'Quick search' });
  await palette.getByRole('combobox').and(ruth.locator(':focus')).fill(number);
  await palette.getByRole('option', { name: new RegExp(number) }).waitFor();
  await ruth.keyboard.press('Escape');

  await callApi(dana, 'POST', `report/${report.uuid}/access`, { userKeys: [] });
  await ruth.goto(`/business/policies/${policy.uuid}`);
  await ruth.getByRole('heading', { name: 'No such policy' }).waitFor();
});

import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs, uniqueName } from './support/journey';
import { heading } from './support/list';

interface Record {
  uuid: string;
  contract: { policyNumber: string; deathBenefit: string; policyCashValue: string };
}

const count = (page: Page, label: string) =>
  page
    .locator('dl[aria-label="Totals for the whole file"] > div', {
      has: page.getByText(label, { exact: true }),
    })
    .locator('dd')
    .innerText();

const counted = (page: Page) =>
  page.locator('dl[aria-label="Totals for the whole file"][aria-busy=false]').waitFor();

journey('a carrier feed updates a policy, adds one, and is undone', async () => {
  const name = uniqueName();
  const page = await openAs(DANA, '/business/policies', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  const search = {
    limit: { offset: 0, rowCount: 1 },
    filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
  };
  const { items } = await callApi<{ items: { uuid: string }[] }>(page, 'POST', 'allpolicy/search', search);
  const path = `allpolicy/${items[0]?.uuid}`;
  const stored = await callApi<Record & { carrier: { name: string } }>(page, 'GET', path);
  const owner = await callApi<{ uuid: string }>(page, 'POST', 'FirmOwner/1', {
    person: { firstName: 'Olga', lastName: name, ownerType: 1 },
  });
  expect(owner.uuid).toHaveLength(36);
  const feed = [
    'Policy No.,Insurer,Policy Status,Plan Type,Face,Death Benefit,Cash Value,Policy Owner,As Of',
    `${stored.contract.policyNumber},"${stored.carrier.name}",,,,,"$4,321.50",,01/31/2020`,
    `${name}-1,"${stored.carrier.name}",Active,Term,"$250,000","$250,000",0,Olga ${name},`,
    `${name}-2,"${stored.carrier.name}",Sleeping,Term,1,1,0,,`,
    `${name}-3,No Such Mutual,Lapsed,Term,1,1,0,,`,
  ].join('\r\n');

  await page.getByRole('link', { name: 'Import policies' }).click();
  await heading(page).filter({ hasText: 'Import policies' }).waitFor();
  await audit.at('choose a feed');
  await page.locator('input[type=file]').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(feed, 'utf8'),
  });
  await page.waitForURL(/\/people\/uploads\/[-0-9a-f]{36}\?step=1$/);
  expect(await page.getByRole('combobox', { name: 'Face becomes' }).inputValue()).toBe('faceAmount');
  expect(await page.getByRole('combobox', { name: 'Policy Owner becomes' }).inputValue()).toBe('owner');
  await page.getByRole('combobox', { name: 'What to do' }).selectOption('update');
  await audit.at('map a feed');
  await page.getByRole('button', { name: 'Preview' }).click();

  await counted(page);
  expect(await count(page, 'Error')).toBe('3');
  const faults = page.getByRole('region', { name: 'Errors and warnings' });
  await faults.getByRole('heading', { name: /Carrier: No carrier is named “No Such Mutual”/ }).waitFor();
  await audit.at('preview a feed');
  await faults.getByRole('button', { name: /^Skip these rows: Status/ }).click();
  await eventually(async () => expect(await count(page, 'Error')).toBe('2'));
  // The stored values are newer than those in the feed.
  await faults.getByRole('button', { name: /^Import anyway: Values As Of/ }).click();
  await eventually(async () => expect(await count(page, 'Error')).toBe('1'));
  const rows = page.getByRole('region', { name: 'Rows' });
  await rows.getByRole('link', { name: stored.contract.policyNumber }).waitFor();
  await rows.getByText('$4,321.50').first().waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).waitFor();
  await audit.at('result of a feed');
  const after = await callApi<Record>(page, 'GET', path);
  expect(after.contract.policyCashValue).toBe('4321.50');

  await page.getByRole('link', { name: 'See the added policies' }).click();
  await page.getByRole('link', { name: `${name}-1` }).click();
  await page
    .getByRole('link', { name: new RegExp(`${name}, Olga`) })
    .first()
    .waitFor();
  await page.goBack();
  await page.goto('/people/uploads');
  await page
    .getByRole('link', { name: `${name}.csv` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByRole('dialog').getByText('1 record added by the import will be deleted.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('All changes were reverted.').waitFor();
  const restored = await callApi<Record>(page, 'GET', path);
  expect(restored.contract.policyCashValue).toBe(stored.contract.policyCashValue);
  await page.goto('/people/uploads');
  await page.getByRole('button', { name: 'New import' }).click();
  await page.getByRole('menuitem', { name: 'Import annuities' }).click();
  await heading(page).filter({ hasText: 'Import annuities' }).waitFor();
  expect(audit.found).toEqual([]);
});

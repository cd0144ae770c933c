import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs } from './support/journey';
import { heading, parseNumber, waitForRows } from './support/list';

interface Found {
  items: { uuid: string; policyNumber: string }[];
}

journey('Enter opens a policy from the list, and a changed value is recorded with its date', async () => {
  const page = await openAs(DANA, '/business/policies?s=-deathBenefit');
  await waitForRows(page);
  // A product type with a cash value that no other journey uses.
  const { items } = await callApi<Found>(page, 'POST', 'allpolicy/search', {
    filter: [
      { column: 'status', op: 'eq', value: 'InForce' },
      { column: 'productType', op: 'eq', value: 'WholeLife' },
    ],
    selectColumns: ['policyNumber'],
    sort: [{ column: 'policyNumber', direction: 'desc' }],
    limit: { offset: 0, rowCount: 1 },
  });
  const number = items[0]?.policyNumber ?? '';
  await page.goto(`/business/policies?q=${encodeURIComponent(number)}`);
  await waitForRows(page);
  await page.getByRole('grid').getByRole('link', { name: number, exact: true }).press('Enter');
  await page.waitForURL(new RegExp(`/business/policies/${items[0]?.uuid}`));
  await eventually(async () => expect(await heading(page).innerText()).toContain(number));

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit policy' });
  const cash = panel.getByRole('textbox', { name: 'Cash value' });
  const amount = (parseNumber(await cash.inputValue()) + 1234.56).toFixed(2);
  await cash.fill(amount);
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith(`/allpolicy/${items[0]?.uuid}`),
  );
  await panel.getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(200);
  await panel.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: /Values/ }).click();
  await page.waitForURL(/tab=values/);
  const shown = Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 });
  await page.getByRole('row').nth(1).getByText(shown).waitFor();
  await page.reload();
  await page.getByRole('row').nth(1).getByText(shown).waitFor();

  await page.getByRole('tab', { name: /Parties/ }).click();
  await page.getByRole('link').filter({ hasText: /,/ }).first().click();
  await page.waitForURL(/\/people\//);
});

journey('contract pages have no accessibility violations', async () => {
  const page = await openAs(DANA, '/business/annuities?s=-contractValue', AXE_CONTEXT);
  await waitForRows(page);
  const audit = accessibilityAudit(page);
  await audit.at('annuities');
  await page.locator('[role="row"][data-row="0"] a').first().click();
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  for (const tab of ['Overview', 'Values', 'Parties', 'Surrender']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click();
    await audit.at(tab, page.getByRole('main'));
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog', { name: 'Edit annuity' }).getByRole('button', { name: 'Save' }).waitFor();
  await audit.at('edit', page.getByRole('dialog', { name: 'Edit annuity' }));
  expect(audit.found).toEqual([]);
});

import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { toast } from './support/list';

journey('a loan of a policy is checked, added, repaid, deleted and restored', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const [carrier] = await callApi<{ uuid: string }[]>(page, 'GET', 'Carrier');
  const contract = {
    policyNumber: uniqueName(),
    carrierUuid: carrier?.uuid,
    productType: 'WholeLife',
    status: 'Pending',
    issueDate: '2020-01-01',
    loanBalance: '4000',
  };
  const { uuid } = await callApi<{ uuid: string }>(page, 'POST', 'allpolicy', { contract });
  await page.goto(`/business/policies/${uuid}?tab=transactions`);
  const audit = accessibilityAudit(page);
  await page.getByText(/No loans or withdrawals yet/).waitFor();
  await page.getByRole('button', { name: 'Add transaction' }).click();
  const panel = page.getByRole('dialog', { name: 'Add transaction' });
  await panel.getByLabel('Date').fill('2019-12-31');
  await panel.getByLabel('Date').blur();
  await panel.getByText('Enter a date on or after the issue date, 01/01/2020.').waitFor();
  await panel.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Withdrawal' });
  await audit.at('add transaction', panel);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Loan' });
  await panel.getByLabel('Date').fill('2024-03-01');
  await panel.getByRole('textbox', { name: 'Amount' }).fill('$5,000');
  await panel.getByRole('button', { name: 'Add transaction' }).click();
  await toast(page, 'Loan of $5,000.00 on 03/01/2024 added').waitFor();
  await panel.waitFor({ state: 'detached' });
  const warnings = page.getByRole('list', { name: 'Warnings' });
  await warnings
    .getByText(/loan balance of \$4,000\.00, but the transactions add up to \$5,000\.00/)
    .waitFor();
  await audit.at('transactions');
  expect(audit.found).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Add transaction' }).press('Enter');
  await panel.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Loan repayment' });
  await panel.getByLabel('Date').fill('2025-03-01');
  await panel.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await panel.getByRole('button', { name: 'Add transaction' }).click();
  await panel.waitFor({ state: 'detached' });
  const repayment = page.getByRole('row', {
    name: /03\/01\/2025 Loan repayment \$1,000\.00 - - \$4,000\.00/,
  });
  await repayment.waitFor();
  await warnings.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Loan repayment of $1,000.00 on 03/01/2025' }).press('Enter');
  const deleted = toast(page, 'Loan repayment of $1,000.00 on 03/01/2025 deleted');
  await deleted.waitFor();
  await repayment.waitFor({ state: 'detached' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await repayment.waitFor();
  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('list', { name: 'Activity' });
  await activity.getByText('Loan of $5,000.00 on 03/01/2024').first().waitFor();
});

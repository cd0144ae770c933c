import { readFileSync } from 'node:fs';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, journey, openAs, uniqueName } from './support/journey';
import { toast, waitForRows } from './support/list';
import type { Page } from 'playwright-core';

interface Report {
  uuid: string;
}

const query = {
  selectColumns: ['policyNumber', 'status', 'deathBenefit'],
  filter: [
    { column: 'status', op: 'in', value: ['GracePeriod'] },
    { column: 'deathBenefit', op: 'gt', value: '1900000.00' },
  ],
  sort: [{ column: 'deathBenefit', direction: 'desc' }],
};

/** Saves a report of a few policies, and returns its path. */
async function addReport(page: Page, name: string): Promise<string> {
  const body = { reportType: 1, name, description: null, query: { ...query, customLabels: {} } };
  const { uuid } = await callApi<Report>(page, 'POST', 'report', body);
  return `/reports/policies/${uuid}`;
}

const summary = (page: Page) => page.getByRole('dialog', { name: /^Summary of/ });
const preview = (page: Page) => summary(page).getByRole('region', { name: 'Preview' });
const versions = (page: Page) => summary(page).getByRole('region', { name: 'Versions', exact: true });

/** Waits until the preview matches the options. */
async function waitForPreview(page: Page): Promise<void> {
  await preview(page).and(page.locator('[aria-busy="false"]')).waitFor();
  await preview(page).getByRole('img').first().waitFor();
}

journey('a report summary is previewed, generated in the background and downloaded', async () => {
  const page = await openAs(DANA, '/business/policies');
  await waitForRows(page);
  await page.goto(await addReport(page, `Contracts ${uniqueName()}`));
  await page.getByRole('button', { name: 'Summary' }).click();
  await waitForPreview(page);
  expect(new URL(page.url()).searchParams.get('panel')).toBe('summary');

  await Promise.all([
    page.waitForRequest(/\/group\/2\/type\/3$/),
    summary(page).getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Carrier' }),
  ]);
  await waitForPreview(page);
  await Promise.all([
    page.waitForRequest(/\/group\/5\/type\/4$/),
    summary(page).getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'By owner' }),
  ]);
  await waitForPreview(page);

  await summary(page).getByRole('button', { name: 'Generate PDF' }).click();
  await toast(page, 'Summary Generating').waitFor();
  const version = versions(page).getByRole('row', { name: /\.pdf/ });
  await version.waitFor({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    version.getByRole('button', { name: /^Download/ }).click(),
  ]);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

journey('the summary of a report has no accessibility violations', async () => {
  const page = await openAs(DANA, '/business/policies', AXE_CONTEXT);
  await waitForRows(page);
  await page.goto(`${await addReport(page, `Contracts ${uniqueName()}`)}?panel=summary`);
  await waitForPreview(page);
  const audit = accessibilityAudit(page);
  await audit.at('report summary', summary(page));
  expect(audit.found).toEqual([]);
});

import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, THEO, eventually, journey, openAs } from './support/journey';
import { heading, parseNumber, total, waitForRows } from './support/list';

const KINDS = [
  'agents',
  'carriers',
  'otheradvisors',
  'policyanniversaries',
  'beneficiaries',
  'policyowner',
  'policystatus',
  'premiums',
  'products',
];

journey('dashboard, analysis and policy list show the same numbers', async () => {
  const page = await openAs(DANA, '/reports/dashboard', AXE_CONTEXT);
  const products = page.getByRole('region', { name: 'Products' });
  await products.getByRole('row').nth(1).waitFor();
  await products.getByRole('link', { name: 'View all: Products' }).click();
  await page.waitForURL(/\/reports\/analytics\/products\?f=status:in:InForce/);
  // Until the page's code has loaded, the dashboard stays and shows a shorter table of the same name.
  await page.getByRole('heading', { level: 1, name: 'Product analytics' }).waitFor();
  const table = page.getByRole('table', { name: 'Products' });
  const row = table.getByRole('row').nth(1);
  await row.waitFor();
  const [policies = ''] = await row.getByRole('cell').allInnerTexts();
  const counts = await table.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const whole = await table.locator('tfoot td:nth-child(2)').innerText();
  // The dashboard shows policies in force, and so does the analysis that it opens.
  const filter = [
    { column: 'status', op: 'in', value: ['InForce', 'PaidUp', 'GracePeriod', 'LapsePending'] },
  ];
  const { policyCount } = await callApi<{ policyCount: number }>(page, 'POST', 'allpolicy/totals', {
    filter,
  });
  expect(counts.map(parseNumber).reduce((sum, item) => sum + item, 0)).toBe(policyCount);
  expect(parseNumber(whole)).toBe(policyCount);
  await row.getByRole('link').click();
  await page.waitForURL(/\/business\/policies\?.*f=productType:eq:/);
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBe(parseNumber(policies)));
});

journey('a co-agent links to the shared policies', async () => {
  const page = await openAs(THEO, '/reports/analytics/otheradvisors');
  const table = page.getByRole('table', { name: 'Other advisors' });
  const row = table
    .getByRole('row')
    .filter({ has: page.getByRole('link'), hasNotText: 'No other advisor' })
    .first();
  await row.waitFor();
  const [policies = ''] = await row.getByRole('cell').allInnerTexts();
  const name = await row.getByRole('link').innerText();
  await row.getByRole('link').click();
  await page
    .getByRole('note')
    .filter({ hasText: `Contracts where ${name} is a co-agent.` })
    .waitFor();
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBe(parseNumber(policies)));
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.waitForURL('**/business/policies');

  // The policies without one are a list, too.
  await page.goto('/reports/analytics/otheradvisors');
  const without = table.getByRole('row', { name: /^No other advisor/ });
  await without.waitFor();
  const [count = ''] = await without.getByRole('cell').allInnerTexts();
  await without.getByRole('link').click();
  await page.getByRole('note').filter({ hasText: 'Contracts without a co-agent.' }).waitFor();
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBe(parseNumber(count)));
});

journey('dashboard, insights and all analyses have no accessibility violations', async () => {
  const page = await openAs(DANA, '/reports/dashboard/insights', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await page.getByRole('row', { name: /^Next premium due \d/ }).waitFor();
  await eventually(async () => expect(await heading(page).innerText()).toBe('Firmbook Insights'));
  await audit.at('insights', page.getByRole('main'));
  await page.getByRole('link', { name: 'Policy dashboard' }).last().click();
  await page.getByRole('region', { name: 'Policy anniversaries' }).getByRole('row').nth(1).waitFor();
  await audit.at('dashboard', page.getByRole('main'));
  for (const kind of KINDS) {
    await page.goto(`/reports/analytics/${kind}`);
    await page.getByRole('main').getByRole('table').getByRole('row').nth(1).waitFor();
    if (kind === 'carriers' || kind === 'policyanniversaries') await audit.at(kind, page.getByRole('main'));
  }
  expect(audit.found).toEqual([]);
});

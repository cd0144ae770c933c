import { ask } from './support/api';
import { lookingAt, STILL } from './support/barriers';
import { DANA, THEO, eventually, journey, openAs } from './support/journey';
import { heading, numberOf, settled, total } from './support/list';

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
  const page = await openAs(DANA, '/reports/dashboard', STILL);
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
  const { policyCount } = await ask<{ policyCount: number }>(page, 'POST', 'allpolicy/totals', { filter });
  expect(counts.map(numberOf).reduce((sum, one) => sum + one, 0)).toBe(policyCount);
  expect(numberOf(whole)).toBe(policyCount);
  await row.getByRole('link').click();
  await page.waitForURL(/\/business\/policies\?.*f=productType:eq:/);
  await settled(page);
  await eventually(async () => expect(await total(page)).toBe(numberOf(policies)));
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
  await settled(page);
  await eventually(async () => expect(await total(page)).toBe(numberOf(policies)));
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.waitForURL('**/business/policies');

  // The policies without one are a list, too.
  await page.goto('/reports/analytics/otheradvisors');
  const without = table.getByRole('row', { name: /^No other advisor/ });
  await without.waitFor();
  const [count = ''] = await without.getByRole('cell').allInnerTexts();
  await without.getByRole('link').click();
  await page.getByRole('note').filter({ hasText: 'Contracts without a co-agent.' }).waitFor();
  await settled(page);
  await eventually(async () => expect(await total(page)).toBe(numberOf(count)));
});

journey('dashboard, insights and all analyses have no accessibility violations', async () => {
  const page = await openAs(DANA, '/reports/dashboard/insights', STILL);
  const looked = lookingAt(page);
  await page.getByRole('row', { name: /^Next premium due \d/ }).waitFor();
  await eventually(async () => expect(await heading(page).innerText()).toBe('Firmbook Insights'));
  await looked.at('insights', page.getByRole('main'));
  await page.getByRole('link', { name: 'Policy dashboard' }).last().click();
  await page.getByRole('region', { name: 'Policy anniversaries' }).getByRole('row').nth(1).waitFor();
  await looked.at('dashboard', page.getByRole('main'));
  for (const kind of KINDS) {
    await page.goto(`/reports/analytics/${kind}`);
    await page.getByRole('main').getByRole('table').getByRole('row').nth(1).waitFor();
    if (kind === 'carriers' || kind === 'policyanniversaries') await looked.at(kind, page.getByRole('main'));
  }
  expect(looked.found).toEqual([]);
});

import type { Page, Route } from 'playwright-core';
import { DANA, eventually, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { link, search, total, totalOf, waitForRows } from './support/list';

const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '1' },
    contentType: 'application/json',
    body: JSON.stringify({ code: 'unavailable', message: 'Try again.', errors: [], traceId: 'none' }),
  });

const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name });

journey('a list that fails to load shows an error with a retry', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  expectConsoleError(/503|ERR_FAILED/);
  await page.route('**/api/FirmAgent/search', busy);
  await search(page, 'son');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load agents!' });
  await alert.waitFor();
  await page.unroute('**/api/FirmAgent/search');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await waitForRows(page);
  await eventually(async () => expect(await total(page)).toBeGreaterThan(0));

  // A network error behaves the same way.
  await page.route('**/api/FirmAgent/search', (route) => route.abort());
  await search(page, 'mar');
  await alert.waitFor();
  await page.unroute('**/api/FirmAgent/search');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await waitForRows(page);
});

journey('totals that fail to load are missing and can be recomputed', async () => {
  const page = await openAs(DANA, '/people/owners?s=name&c=name,policyCount');
  await waitForRows(page);
  expectConsoleError(/503/);
  await page.route('**/api/FirmOwner/totals', busy);
  await search(page, 'trust');
  await page.getByText('Totals missing').waitFor();
  await page.unroute('**/api/FirmOwner/totals');
  await page.getByRole('button', { name: 'Recount' }).click();
  await page.getByText('Totals missing').waitFor({ state: 'detached' });
  await eventually(async () => expect(await totalOf(page, '# Policies')).toBeGreaterThan(0));
});

journey('a failed save keeps the typed values', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name&panel=add');
  const name = uniqueName();
  await field(page, 'First name').fill('Ada');
  await field(page, 'Last name').fill(name);
  expectConsoleError(/503/);
  await page.route('**/api/FirmInsured/1', busy);
  const save = page.getByRole('dialog').getByRole('button', { name: 'Add insured' });
  await save.click();
  await page.getByText('Add Failed.').waitFor();
  await page.getByText('An error occurred while adding the insured.').waitFor();
  await eventually(async () => expect(await field(page, 'Last name').inputValue()).toBe(name));
  await page.unroute('**/api/FirmInsured/1');
  await save.click();
  await page.getByText(`${name}, Ada added`).waitFor();
  await search(page, name);
  await link(page, `${name}, Ada`).waitFor();
});

journey('an account that fails to load shows an error with a retry', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  expectConsoleError(/503/);
  await page.route('**/api/User/permissions', busy);
  await page.reload();
  await page.getByRole('heading', { name: 'Your account could not be loaded' }).waitFor();
  await page.unroute('**/api/User/permissions');
  await page.getByRole('button', { name: 'Retry' }).click();
  await waitForRows(page);
});

journey('a page whose code fails to load shows an error, and loads after Retry', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  expectConsoleError(/ERR_FAILED|dynamically imported module/);
  await page.route('**/assets/support-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Support' }).click();
  await page.getByRole('heading', { name: 'The page could not be loaded' }).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).last().waitFor();
  await page.unroute('**/assets/support-page-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Support', exact: true }).waitFor();
});

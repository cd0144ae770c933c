import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, journey, openAs, uniqueName } from './support/journey';
import { grid, select, waitForRows } from './support/list';

const addReport = (page: Page, reportType: number, name: string, filter: unknown[] = []) =>
  callApi<{ uuid: string }>(page, 'POST', 'report', {
    reportType,
    name,
    description: 'A report of a journey',
    query: { customLabels: {}, selectColumns: [], filter, sort: [], searchText: null },
  });

journey('reports and their dialogs have no accessibility violations', async () => {
  const page = await openAs(DANA, '/reports/owners', AXE_CONTEXT);
  const mark = uniqueName();
  const { uuid } = await addReport(page, 6, `Owners ${mark}`);
  await page.goto('/reports/owners');
  await grid(page).getByRole('row').filter({ hasText: mark }).getByText('Up to date').waitFor();
  const audit = accessibilityAudit(page);
  await audit.at('reports');
  await select(page, 0);
  await audit.at('selected', page.getByRole('main'));

  await page.goto(`/reports/owners/${uuid}`);
  await waitForRows(page);
  await page.getByText(/^Counted/).waitFor();
  await audit.at('report');
  await page.getByRole('columnheader', { name: /^Age/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).waitFor();
  await waitForRows(page);
  await audit.at('changed report', page.getByRole('main'));
  for (const [button, dialog] of [
    ['Save as new', 'Save as report'],
    ['Share', `Share “Owners ${mark}”`],
    ['Subscribe', `Subscription to “Owners ${mark}”`],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const opened = page.getByRole('dialog', { name: dialog });
    await opened.waitFor();
    await audit.at(dialog, opened);
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
  await page.goto('/reports/stale');
  await page.getByRole('heading', { name: 'Stale reports' }).waitFor();
  await audit.at('stale reports');
  expect(audit.found).toEqual([]);
});

journey('on a small screen only the grid of a report scrolls sideways', async () => {
  const page = await openAs(DANA, '/reports/agents', { viewport: { width: 360, height: 740 } });
  const { uuid } = await addReport(page, 4, `Small ${uniqueName()}`);
  for (const address of ['/reports/agents', `/reports/agents/${uuid}`]) {
    await page.goto(address);
    await waitForRows(page);
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360),
    );
  }
});

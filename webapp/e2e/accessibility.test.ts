import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, eventually, expectConsoleError, journey, openAs, uniqueName } from './support/journey';
import { row, select, selectionBar, waitForRows } from './support/list';

interface Saved {
  uuid: string;
}

journey('the list and its popups have no accessibility violations', async () => {
  const page = await openAs(DANA, '/people/agents?q=son&f=state:in:CA,NY&s=-deathBenefit', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  await waitForRows(page);
  await select(page, 0);
  await selectionBar(page).waitFor();
  await audit.at('list');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Find a column' });
  await field.fill('state');
  await field.press('Enter');
  await page.getByRole('form', { name: 'New filter' }).waitFor();
  await audit.at('filter', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('list').waitFor();
  await audit.at('columns', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await row(page, 1).locator('[data-column="2"]').click();
  await page.getByRole('button', { name: 'Row actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).waitFor();
  await audit.at('row menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await audit.at('account', page.getByRole('menu'));

  await page.goto('/people/owners?s=name&q=nobody&panel=add');
  await page.getByRole('dialog').getByRole('button', { name: 'Add owner' }).click();
  await page.getByText('Enter a last name.').waitFor();
  await audit.at('add panel', page.getByRole('dialog'));
  expect(audit.found).toEqual([]);
});

journey('a record and its dialogs have no accessibility violations', async () => {
  const page = await openAs(DANA, '/people/agents?s=name', AXE_CONTEXT);
  const audit = accessibilityAudit(page);
  const { uuid } = await agentWithPolicy(page);
  await page.goto(`/people/agents/${uuid}`);
  await page.getByText(/^Manual/).waitFor();
  await audit.at('record');
  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.getByRole('toolbar', { name: 'Tools for policies' }).waitFor();
  await page.getByRole('row').nth(2).waitFor();
  await audit.at('policies');
  await page.getByRole('button', { name: 'Attach' }).click();
  const attach = page.getByRole('dialog', { name: /^Attach/ });
  await attach.getByRole('combobox', { name: 'Policies and annuities' }).fill('10');
  await attach.getByRole('listbox').getByRole('option').first().click();
  await attach.getByRole('list', { name: 'Chosen contracts' }).waitFor();
  await audit.at('attach', attach);
  await attach.getByRole('button', { name: 'Cancel' }).click();
  await attach.waitFor({ state: 'hidden' });
  expectConsoleError(/422/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByRole('dialog', { name: /^Delete/ }).waitFor();
  await audit.at('delete', page.getByRole('dialog'));
  expect(audit.found).toEqual([]);
});

journey(
  'on a small screen only the grid scrolls sideways, and every page is reachable from the menu',
  async () => {
    const page = await openAs(DANA, '/people/agents?s=name', { viewport: { width: 360, height: 740 } });
    await waitForRows(page);
    for (const width of [320, 360]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.setViewportSize({ width, height: 740 });
      // oxlint-disable-next-line no-await-in-loop
      await eventually(async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width),
      );
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Owners', exact: true }).click();
    await page.waitForURL(/owners/);
    await waitForRows(page);
  },
);

journey('the first column stays in view, on a phone without the checkboxes', async () => {
  const page = await openAs(DANA, '/people/agents?s=name', { viewport: { width: 800, height: 740 } });
  await waitForRows(page);
  await page
    .locator('[data-grid-scroller]')
    .evaluate((scroller) => scroller.scrollTo({ left: 200, behavior: 'instant' }));
  for (const [width, left] of [
    [800, 40],
    [360, 0],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.setViewportSize({ width, height: 740 });
    for (const index of [-2, -1, 0]) {
      const first = page.locator(`[data-row="${index}"] > [data-column="1"]`);
      // oxlint-disable-next-line no-await-in-loop
      await eventually(async () => expect((await first.boundingBox())?.x).toBeCloseTo(left, 0));
    }
  }
});

journey('closing a popup restores the focus', async () => {
  const page = await openAs(DANA, '/people/agents?s=name');
  await waitForRows(page);
  for (const name of ['Columns', 'Filter']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    const field = page.getByRole('textbox', { name: 'Find a column' });
    await field.waitFor();
    await page.keyboard.press('Escape');
    await button.and(page.locator(':focus')).waitFor();
    // The next popup has a field of the same name, so wait until this one is gone.
    await field.waitFor({ state: 'detached' });
  }
});

/** Adds an agent with one in-force contract that no other journey uses. */
async function agentWithPolicy(page: Page): Promise<Saved> {
  const agent = await callApi<Saved>(page, 'POST', 'FirmAgent/1', {
    person: { firstName: 'Ada', lastName: uniqueName(), taxId: '219-09-9998', email: 'ada@example.com' },
  });
  const { items } = await callApi<{ items: Saved[] }>(page, 'POST', 'allpolicy/search', {
    filter: [{ column: 'status', op: 'eq', value: 'InForce' }],
    limit: { offset: Math.floor(Math.random() * 100), rowCount: 1 },
  });
  await callApi(page, 'PUT', `FirmAgent/1/policy/${items[0]?.uuid}/type/2`, { uuid: agent.uuid });
  return agent;
}

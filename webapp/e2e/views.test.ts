import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT } from './support/accessibility';
import { DANA, INES, eventually, journey, openAs, uniqueName } from './support/journey';
import { header, search, total, waitForRows } from './support/list';

/** Saved layout of a list that the user never changed. */
const NO_LAYOUT = { columns: [], sort: [] };

journey('a saved view restores its query and columns on any device', async () => {
  const page = await openAs(INES, '/people/owners?q=son&s=-deathBenefit&c=name,deathBenefit,state');
  await waitForRows(page);
  const found = await total(page);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByLabel('Save the current view as').fill('Large estates');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/TableState/owners/View'),
  );
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Large estates', exact: true }).waitFor();
  expect((await saved).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views: Large estates' }).waitFor();

  // A different query deselects the view but does not change it.
  await search(page, 'an');
  await page.getByRole('button', { name: 'Saved views', exact: true }).waitFor();

  const elsewhere = await openAs(INES, '/people/owners?q=');
  await waitForRows(elsewhere);
  await elsewhere.getByRole('button', { name: 'Saved views' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).click();
  await elsewhere.waitForURL(/q=son&s=-deathBenefit&c=name,deathBenefit,state/);
  await waitForRows(elsewhere);
  await eventually(async () => expect(await total(elsewhere)).toBe(found));
  await header(elsewhere, 'Death Benefit').waitFor();

  // Remove the view and undo.
  await elsewhere.getByRole('button', { name: 'Saved views: Large estates' }).click();
  await elsewhere.getByRole('button', { name: 'Remove Large estates' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).waitFor({ state: 'detached' });
  await elsewhere.getByRole('button', { name: 'Undo' }).click();
  await elsewhere.getByRole('button', { name: 'Large estates', exact: true }).waitFor();

  // A tab that has not loaded a new view does not remove it when it saves its own layout.
  const another = uniqueName();
  await elsewhere.getByLabel('Save the current view as').fill(another);
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByRole('button', { name: another, exact: true }).waitFor();
  const layout = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/TableState/owners'),
  );
  await header(page, 'State').click();
  expect((await layout).status()).toBe(204);
  await page.reload();
  await waitForRows(page);
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await views.getByRole('button', { name: another, exact: true }).waitFor();
  await views.getByRole('button', { name: 'Large estates', exact: true }).waitFor();
});

journey('a view is shared, applied by a colleague, and unshared by an administrator', async () => {
  const name = uniqueName();
  const page = await openAs(INES, '/people/owners?q=son&c=name,state');
  await waitForRows(page);
  await page.getByRole('button', { name: /^Saved views/ }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByLabel('Save the current view as').fill(name);
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: `Share with your firm: ${name}` }).click();
  await page.getByText(`View “${name}” shared.`).waitFor();
  await views.getByRole('button', { name: `${name} You` }).waitFor();

  const colleague = await openAs(DANA, '/people/owners?q=', AXE_CONTEXT);
  await waitForRows(colleague);
  const layout = await callApi(colleague, 'GET', 'TableState/owners');
  await colleague.getByRole('button', { name: /^Saved views/ }).click();
  await colleague.getByRole('button', { name: `${name} ${INES}` }).waitFor();
  const audit = accessibilityAudit(colleague);
  await audit.at('shared views');
  await colleague.getByRole('button', { name: `${name} ${INES}` }).click();
  await colleague.waitForURL(/q=son&.*c=name,state/);
  await waitForRows(colleague);

  await colleague.getByRole('button', { name: /^Saved views/ }).click();
  await colleague.getByRole('button', { name: `Stop sharing ${name}` }).click();
  await colleague.getByRole('button', { name: 'Stop sharing', exact: true }).click();
  await colleague.getByText(`View “${name}” is no longer shared`).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Saved views/ }).click();
  await views.getByRole('button', { name: `Share with your firm: ${name}` }).waitFor();
  expect(audit.found).toEqual([]);
  // Restore her columns, which other journeys expect.
  await colleague.goto('/support');
  const { columns, sort } = (layout ?? NO_LAYOUT) as typeof NO_LAYOUT;
  await callApi(colleague, 'PUT', 'TableState/owners', { columns, sort });
});

journey('a pinned column stays in view, also after a reload', async () => {
  const page = await openAs(INES, '/people/insureds', { viewport: { width: 640, height: 700 } });
  await waitForRows(page);
  const menu = async (item: string) => {
    await header(page, 'State').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: item }).click();
  };
  const scrollLeft = async (toEnd: boolean) => {
    const grid = page.locator('[data-grid-scroller]');
    await grid.evaluate((element, end) => element.scrollTo({ left: end ? element.scrollWidth : 0 }), toEnd);
    return (await header(page, 'State').boundingBox())?.x;
  };
  const isPinned = async () => (await scrollLeft(true)) === (await scrollLeft(false));
  const saved = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/TableState/insureds'),
    );
  await eventually(async () => expect(await isPinned()).toBe(false));
  const pinned = saved();
  await menu('Pin to the left');
  await eventually(async () => expect(await isPinned()).toBe(true));
  expect((await pinned).status()).toBe(204);
  await page.reload();
  await waitForRows(page);
  await eventually(async () => expect(await isPinned()).toBe(true));
  const unpinned = saved();
  await menu('Unpin');
  await eventually(async () => expect(await isPinned()).toBe(false));
  expect((await unpinned).status()).toBe(204);
  await callApi(page, 'PUT', 'TableState/insureds', NO_LAYOUT);
});

import { callApi } from './support/api';
import { AXE_CONTEXT, axeViolations } from './support/accessibility';
import { DANA, journey, openAs } from './support/journey';
import { heading, waitForRows } from './support/list';

interface Favorite {
  kind: string;
  uuid: string;
}

journey('a record becomes a favorite, and the header and the quick search open it', async () => {
  const page = await openAs(DANA, '/people/insureds?s=name', AXE_CONTEXT);
  await waitForRows(page);
  const {
    items: [first],
  } = await callApi<{ items: { uuid: string }[] }>(page, 'POST', 'FirmInsured/search', {
    limit: { offset: 0, rowCount: 1 },
  });
  const path = `/people/insureds/${first?.uuid}`;
  await page.goto(path);
  const name = await heading(page).innerText();
  const star = page.getByRole('button', { name: 'Favorite', exact: true });
  await star.click();
  await star.and(page.locator('[aria-pressed="true"]')).waitFor();

  try {
    await page.goto('/people/agents');
    await page.getByRole('button', { name: 'Favorites' }).click();
    const menu = page.getByRole('menu', { name: 'Favorites and recent records' });
    const entry = menu.getByRole('group', { name: 'Favorites' }).getByRole('menuitem', { name: /Insured/ });
    await entry.first().waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      expect(await axeViolations(menu)).toEqual([]);
    }
    await entry.first().click();
    await heading(page).filter({ hasText: name }).waitFor();

    // The drawer on narrow screens lists the same records.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/support');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('heading', { name: 'Favorites' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Quick search' });
    const favorites = palette.getByRole('group', { name: 'Favorites' });
    await favorites
      .getByRole('option', { name: /Insured/ })
      .first()
      .click();
    await page.waitForURL(`**${path}`);
    await star.click();
    await star.and(page.locator('[aria-pressed="false"]')).waitFor();
  } finally {
    for (const { kind, uuid } of await callApi<Favorite[]>(page, 'GET', 'Favorite'))
      await callApi(page, 'DELETE', `Favorite/${kind}/${uuid}`);
  }
});

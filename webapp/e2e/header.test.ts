import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { AXE_CONTEXT, axeViolations } from './support/accessibility';
import { DANA, eventually, journey, openAs, THEO, uniqueName, VERA, waitForSignIn } from './support/journey';
import { heading, waitForRows } from './support/list';

interface PushedNotification {
  userNotificationHistoryId: number;
  isRead: boolean;
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Quick search' });
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').and(page.locator(':focus')).waitFor();
}
const option = (page: Page, text: string) => palette(page).getByRole('option').filter({ hasText: text });

/** Expects no accessibility violations in a part of the page, in light and dark. */
async function isOpenToAll(part: ReturnType<Page['getByRole']>) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await part.page().emulateMedia({ colorScheme });
    await part.page().locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    expect(await axeViolations(part)).toEqual([]);
  }
}

journey('the menu shows only permitted entries', async () => {
  const bars: Record<string, string[]> = {};
  for (const who of [DANA, THEO, VERA]) {
    const page = await openAs(who, '/support');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('button', { name: 'People' }).waitFor();
    bars[who] = await bar.locator('[data-stop]').allInnerTexts();
  }
  expect(bars).toEqual({
    [DANA]: ['Home', 'Business', 'People', 'Reports', 'Administration'],
    [THEO]: ['Home', 'Business', 'People', 'Reports'],
    [VERA]: ['Home', 'Business', 'People', 'Reports', 'Administration', 'Operations'],
  });
});

journey('header, menu, account and quick search work by keyboard', async () => {
  const page = await openAs(DANA, '/people/agents?s=name', AXE_CONTEXT);
  await waitForRows(page);
  const press = (key: string) => page.keyboard.press(key);
  const focused = (role: 'link' | 'button' | 'menuitem', name: string | RegExp) =>
    page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();

  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await press('Tab');
  await focused('link', /home/);
  await press('Tab');
  await focused('link', 'Home');
  await press('ArrowRight');
  await press('ArrowRight');
  await focused('button', 'People');
  await press('ArrowDown');
  await focused('menuitem', 'Agents');
  await press('End');
  await focused('menuitem', 'Uploads');
  await press('Escape');
  await focused('button', 'People');
  await press('Enter');
  await focused('menuitem', 'Agents');
  await press('ArrowLeft');
  await focused('menuitem', 'Life Policies');
  await press('Tab');
  await focused('button', 'People');
  await press('End');
  await focused('button', 'Administration');
  await press('Tab');
  await focused('button', 'Quick search');
  await press('Enter');
  const field = palette(page).getByRole('combobox');
  await field.and(page.locator(':focus')).waitFor();
  await press('Escape');
  await focused('button', 'Quick search');
  await press('Tab');
  await focused('button', 'Favorites');
  await press('Tab');
  await focused('link', 'Support');
  await press('Tab');
  await focused('link', 'Settings');
  await press('Tab');
  await bell(page).and(page.locator(':focus')).waitFor();
  await press('Tab');
  await focused('button', /Account of/);
  await press('Enter');
  await focused('menuitem', 'Sign Out');
  await isOpenToAll(page.getByRole('menu'));
  await press('Escape');
  await focused('button', /Account of/);
});

journey('quick search finds a person by name and number, and a policy by its number', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const name = uniqueName();
  const npn = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  const agent = await callApi<{ uuid: string }>(page, 'POST', 'FirmAgent/1', {
    person: { firstName: 'Ada', lastName: name, npn },
  });

  await openPalette(page);
  await page.keyboard.type(name);
  await option(page, `${name}, Ada`).waitFor();
  await isOpenToAll(palette(page));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Ada ${name}` }).waitFor();
  expect(page.url()).toContain(agent.uuid);

  await page.goto('/support');
  await waitForSignIn(page);
  await openPalette(page);
  await page.keyboard.type(npn);
  await option(page, `${name}, Ada`).click();
  await page.waitForURL(`**/people/agents/${agent.uuid}`);

  const { items } = await callApi<{ items: { policyNumber: string }[] }>(page, 'POST', 'allpolicy/search', {
    filter: [{ column: 'insured', op: 'isNotEmpty' }],
    limit: { offset: Math.floor(Math.random() * 100), rowCount: 1 },
  });
  const number = items[0]?.policyNumber ?? '';
  await openPalette(page);
  await page.keyboard.type(number);
  await option(page, number).first().click();
  await page.waitForURL(/\/business\/policies\//);
  await heading(page).filter({ hasText: number }).waitFor();

  await openPalette(page);
  await page.keyboard.type('no such record anywhere');
  await palette(page).getByText('Nothing found for “no such record anywhere”.').waitFor();
});

journey('notifications can be marked as read, unread and all read, and removed', async () => {
  const page = await openAs(DANA, '/support', AXE_CONTEXT);
  const list = await callApi<PushedNotification[]>(page, 'GET', 'UserNotification');
  const [first, second] = list;
  if (!first || !second) throw new Error('the demo tells Dana of something');
  await callApi(page, 'PUT', `UserNotification/${first.userNotificationHistoryId}/isRead/false`);
  await page.reload();

  await page.getByRole('button', { name: /^Notifications, \d+\+? unread$/ }).click();
  const row = popup(page).getByRole('listitem').first();
  await popup(page).getByText('Last 30 days').waitFor();
  await isOpenToAll(popup(page));
  await row.getByTitle('Mark as read').click();
  await row.getByTitle('Mark as unread').waitFor();
  await row.getByTitle('Mark as unread').click();
  await row.getByTitle('Mark as read').waitFor();
  await popup(page).getByRole('button', { name: 'Mark all as read' }).click();
  await popup(page).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await popup(page)
    .getByRole('listitem')
    .nth(list.length - 1)
    .waitFor({ state: 'detached' });

  await popup(page).getByRole('link', { name: 'View All Notifications' }).click();
  await page.waitForURL('**/notifications/digest');
  await page.getByText(`${list.length - 1} (0 unread)`).waitFor();
  await isOpenToAll(page.getByRole('main'));
  // The deletion is sent when its toast with Undo closes.
  await eventually(async () => {
    const left = await callApi<PushedNotification[]>(page, 'GET', 'UserNotification');
    expect(left.map(({ userNotificationHistoryId: id }) => id)).not.toContain(
      first.userNotificationHistoryId,
    );
    expect(left.every(({ isRead }) => isRead)).toBe(true);
  });

  await page.getByRole('listitem').getByRole('link').first().click();
  await page.waitForURL(/\/(people|business)\/[\w/]+\/[\w-]{36}/);
});

import type { Browser, Page } from 'playwright-core';
import { barriersInFrame, lookingAt, STILL } from './support/barriers';
import { DANA, eventually, journey, launch, newPage, openAs, PARTNER, provokes } from './support/journey';

/** Blocks cookies of other sites, as browsers do by default. */
let strict: Browser;
beforeAll(async () => {
  strict = await launch('--test-third-party-cookie-phaseout');
}, 100_000);
afterAll(() => strict?.close());

const widget = (page: Page) => page.frameLocator('firmbook-policy-list iframe');
const rows = (page: Page) => widget(page).locator('tbody tr');
const events = (page: Page, type: string) => page.locator('#events li', { hasText: new RegExp(`^${type} `) });

async function openPartner(search = ''): Promise<Page> {
  const page = await newPage({ baseURL: PARTNER }, strict);
  await page.goto(`/${search}`);
  return page;
}

journey('a partner’s page lists policies, searches, turns pages and selects one', async () => {
  const page = await openPartner();
  await rows(page).nth(9).waitFor();
  expect(await rows(page).count()).toBe(10);
  await events(page, 'ready').waitFor();
  const first = await rows(page).first().getByRole('button').innerText();
  await widget(page).getByRole('button', { name: 'Next' }).click();
  await widget(page)
    .getByText(/^11–20 of /)
    .waitFor();
  await widget(page).getByRole('button', { name: 'Previous' }).click();
  await widget(page)
    .getByText(/^1–10 of /)
    .waitFor();
  await widget(page).getByRole('searchbox', { name: 'Search policies' }).fill(first);
  await widget(page).getByText('1–1 of 1').waitFor();
  await widget(page)
    .getByText(/^1 policy · Death Benefit \$/)
    .waitFor();
  await widget(page).getByRole('button', { name: first }).click();
  await eventually(async () => expect(await page.locator('#selected').innerText()).toBe(`Policy ${first}`));
});

journey('the widget grows with its content, without cookies and storage', async () => {
  const page = await openPartner();
  await rows(page).first().waitFor();
  const frame = page.locator('firmbook-policy-list iframe');
  await eventually(async () => {
    const height = (await frame.boundingBox())?.height ?? 0;
    const content = await widget(page)
      .locator('main')
      .evaluate((main) => main.getBoundingClientRect().height);
    expect(Math.abs(height - content)).toBeLessThan(2);
  });
  const [, inside] = page.frames();
  const storage = await inside?.evaluate(() => {
    const refused: string[] = [];
    for (const read of [() => document.cookie, () => localStorage.length, () => sessionStorage.length]) {
      try {
        read();
      } catch (reason) {
        refused.push((reason as DOMException).name);
      }
    }
    return { origin: window.origin, refused };
  });
  expect(storage).toEqual({ origin: 'null', refused: ['SecurityError', 'SecurityError', 'SecurityError'] });
  expect(await page.context().cookies()).toEqual([]);
});

journey('the widget renews its token before it expires', async () => {
  const page = await openPartner('?ttl=10');
  const sessions: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/Embed/token')) sessions.push(response.status());
  });
  await rows(page).first().waitFor();
  await events(page, 'tokenExpiring').nth(1).waitFor();
  await eventually(async () => expect(sessions.filter((status) => status === 200).length).toBeGreaterThan(3));
  await widget(page).getByRole('button', { name: 'Next' }).click();
  await widget(page)
    .getByText(/^11–20 of /)
    .waitFor();
  expect(await events(page, 'error').count()).toBe(0);
});

journey('a second widget on the page shows the notifications of the user', async () => {
  const page = await openPartner();
  const notifications = page.frameLocator('firmbook-notifications iframe');
  await notifications.getByText(/^\d+ notifications?, \d+ unread$/).waitFor();
  await notifications.getByRole('listitem').first().waitFor();
});

journey('signing out ends the session and removes the policies', async () => {
  const page = await openPartner();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Sign out of the widget' }).click();
  await widget(page).getByText('You are signed out.').waitFor();
  expect(await rows(page).count()).toBe(0);
});

journey('a page that cannot get a session shows why, and does not try again by itself', async () => {
  provokes(/502|portal refused/);
  const page = await openPartner('?ttl=1');
  await widget(page).getByText('Your session has ended. Reload the page to continue.').waitFor();
  await events(page, 'error').first().waitFor();
  expect(await events(page, 'error').first().innerText()).toContain('secret_failed');
});

journey('the widget and the settings page have no accessibility violations', async () => {
  const page = await openPartner();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await rows(page).first().waitFor();
      await page.frameLocator('firmbook-notifications iframe').getByRole('listitem').first().waitFor();
      for (const inside of page.frames().slice(1)) expect(await barriersInFrame(inside)).toEqual([]);
    }
  }
  const portal = await openAs(DANA, '/settings/embedding', STILL);
  await portal.getByRole('table', { name: 'Recent sessions' }).waitFor();
  const looks = lookingAt(portal);
  await looks.at('embedding');
  expect(looks.found).toEqual([]);
});

journey('a revoked key ends the widget with a clear message', async () => {
  provokes(/401|502/);
  const page = await openPartner();
  await rows(page).first().waitFor();
  const portal = await openAs(DANA, '/settings/embedding');
  await portal.getByRole('button', { name: /^Revoke the key/ }).click();
  await portal.getByRole('button', { name: 'Revoke key', exact: true }).click();
  await portal.getByText('No keys yet.').waitFor();
  await widget(page).getByRole('button', { name: 'Next' }).click();
  await widget(page).getByText('Your session has ended. Reload the page to continue.').waitFor();
  expect(await rows(page).count()).toBe(0);
  const errors = events(page, 'error');
  await errors.first().waitFor();
  expect(await errors.first().innerText()).toContain('secret_failed');
});

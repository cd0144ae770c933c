import type { Page } from 'playwright-core';
import {
  DANA,
  eventually,
  journey,
  newPage,
  selectUser,
  SHORT_SESSION,
  signIn,
  waitForSignIn,
} from './support/journey';
import { search, waitForRows } from './support/list';

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const stay = (page: Page) => warning(page).getByRole('button', { name: "I'm Here" });
const timedOut = (page: Page) => page.getByRole('heading', { name: 'Your session has timed out' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });
const isGone = (page: Page) => warning(page).waitFor({ state: 'detached' });

/** Opens a page of the server with the short idle timeout. */
async function openShort(address: string): Promise<Page> {
  const page = await newPage({ baseURL: SHORT_SESSION });
  await signIn(page, address, DANA);
  return page;
}

/** Opens another tab of the same browser, signed in by the identity provider's session. */
async function openTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await waitForSignIn(tab);
  return tab;
}

journey('an idle user is warned and can continue', async () => {
  const page = await openShort('/people/agents?s=name');
  await waitForRows(page);
  await page.getByRole('searchbox').focus();
  await warning(page).waitFor();
  await eventually(async () =>
    expect(await warning(page).innerText()).toContain(
      'To keep your information secure, we will automatically sign you out in...',
    ),
  );
  await stay(page).and(page.locator(':focus')).waitFor();
  const { width, height } = (await warning(page).boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThanOrEqual(450);
  expect(width).toBeLessThanOrEqual(600);
  expect(height).toBeLessThanOrEqual(450);
  await page.setViewportSize({ width: 360, height: 640 });
  const small = (await warning(page).boundingBox()) ?? { x: 0, width: 999 };
  expect(small.x).toBeGreaterThanOrEqual(0);
  expect(small.x + small.width).toBeLessThanOrEqual(360);

  const renewed = page.waitForRequest((request) => request.url().endsWith('/token'));
  await page.keyboard.press('Enter');
  await isGone(page);
  await renewed;
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();

  // Escape also continues the session. Moving the pointer over the warning does not close it.
  await warning(page).waitFor();
  await warning(page).getByRole('link', { name: 'Sign Out' }).hover();
  await stay(page).hover();
  await stay(page).waitFor();
  await page.keyboard.press('Escape');
  await isGone(page);

  // Moving the pointer over the page continues the session.
  await warning(page).waitFor();
  await page.mouse.move(5, 5);
  await isGone(page);
});

journey('the countdown is announced, and nothing stays on the screen after the timeout', async () => {
  const page = await openShort('/people/owners?s=-name&q=trust');
  await waitForRows(page);
  await page.getByText('Signing you out in 10 seconds.').waitFor();
  await page.getByText('Signing you out in 5 seconds.').waitFor();
  await timedOut(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/session-timeout');
  await page.getByText('after 4 seconds without activity').waitFor();
  // The session at the identity provider has ended too.
  await page.getByRole('button', { name: 'Sign in' }).click();
  await selectUser(page, DANA);
  await waitForRows(page);
  expect(new URL(page.url()).pathname).toBe('/people/owners');
  expect(new URL(page.url()).search).toContain('q=trust');
});

journey('the tabs of a browser share one session', async () => {
  const item = await openShort('/people/agents?s=name');
  const two = await openTab(item, '/people/owners?s=name');
  await warning(item).waitFor();
  await warning(two).waitFor();
  await stay(two).click();
  await isGone(two);
  await isGone(item);

  // Activity in one tab keeps the other one alive.
  for (const text of ['a', 'an', 'ann', 'an', 'a', 'as', 'ash', 'as']) {
    await search(two, text);
    await waitForRows(two);
  }
  expect(await warning(item).count()).toBe(0);

  await warning(item).waitFor();
  await warning(item).getByRole('link', { name: 'Sign Out' }).click();
  await signedOut(item).waitFor();
  await signedOut(two).waitFor();
  expect(await two.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('token');
});

journey('a computer that slept past the limit shows no more data', async () => {
  const page = await newPage();
  await page.clock.install();
  await signIn(page, '/people/agents?s=name', DANA);
  await waitForRows(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The hub client may reconnect before the clock is checked. These calls do not show data.
    const isFromShell = pathname === '/api/Branding' || pathname.startsWith('/api/notify/');
    if (pathname.startsWith('/api/') && !isFromShell) requests.push(pathname);
  });
  await page.clock.fastForward('08:00:00');
  await timedOut(page).waitFor();
  expect(requests).toEqual(['/api/Session/me']);
  await page.goto('/people/agents');
  await page.getByRole('button', { name: DANA }).waitFor();
});

journey('a tab reopened past the limit requests nothing except the sign-out', async () => {
  const page = await newPage();
  const connected = page.waitForEvent('websocket');
  await signIn(page, '/people/agents?s=name', DANA);
  await waitForRows(page);
  await connected;
  const tab = await page.context().newPage();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/Branding') requests.push(pathname);
  });
  await page.evaluate(() => {
    localStorage.setItem('firmbook-last-activity', String(Date.now() - 2 * 3_600_000));
    window.location.reload();
  });
  await timedOut(page).waitFor();
  expect(requests).toEqual(['/api/Session/me']);

  // A new tab requires a sign-in too.
  await tab.goto('/people/agents');
  await tab.getByRole('button', { name: DANA }).waitFor();
});

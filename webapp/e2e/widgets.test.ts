import type { Browser, FrameLocator, Page } from 'playwright-core';
import { callApi } from './support/api';
import { accessibilityAudit, AXE_CONTEXT, axeViolationsInFrame } from './support/accessibility';
import { dayFromNow } from './support/days';
import {
  DANA,
  eventually,
  expectConsoleError,
  journey,
  launch,
  newPage,
  openAs,
  PARTNER,
  uniqueName,
} from './support/journey';
import { notify } from './support/notify';

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
      .evaluate((main) => Math.max(main.scrollHeight, main.getBoundingClientRect().height));
    expect(Math.abs(height - content)).toBeLessThan(2);
    // Ten rows are taller than the frame's initial height.
    expect(height).toBeGreaterThan(400);
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

/** Adds a policy that no other journey uses. */
async function addPolicy(portal: Page, policyNumber: string): Promise<string> {
  const [carrier] = await callApi<{ uuid: string }[]>(portal, 'GET', 'Carrier');
  const contract = {
    policyNumber,
    carrierUuid: carrier?.uuid,
    productType: 'Term',
    status: 'Pending',
    deathBenefit: '1000',
  };
  return (await callApi<{ uuid: string }>(portal, 'POST', 'allpolicy', { contract })).uuid;
}

journey('the list and the totals follow changes in the portal without a reload', async () => {
  const page = await openPartner();
  const totals = page.frameLocator('firmbook-report-totals iframe');
  await totals.getByRole('heading', { name: 'Policies of Harbor Bank' }).waitFor();
  const before = Number((await figureOf(totals, '# Policies')).replaceAll(',', ''));
  expect(before).toBeGreaterThan(0);
  const number = `W-${uniqueName()}`;
  await rows(page).first().waitFor();
  await widget(page).getByRole('searchbox', { name: 'Search policies' }).fill(number);
  await widget(page).getByText('No policies match.').waitFor();

  const portal = await openAs(DANA, '/business/policies');
  const uuid = await addPolicy(portal, number);
  await widget(page).getByRole('button', { name: number }).waitFor();
  await widget(page).getByRole('cell', { name: 'Pending' }).waitFor();
  await eventually(async () =>
    expect(Number((await figureOf(totals, '# Policies')).replaceAll(',', ''))).toBeGreaterThan(before),
  );
  const status = { version: 1, status: 'NotTaken', statusDate: dayFromNow(0) };
  await callApi(portal, 'POST', `allpolicy/${uuid}/status`, status);
  await widget(page).getByRole('cell', { name: 'Not Taken' }).waitFor();
  await callApi(portal, 'DELETE', `allpolicy/${uuid}`);
  await widget(page).getByText('No policies match.').waitFor();
});

/** Returns the value of a total. */
const figureOf = (inside: FrameLocator, label: string) =>
  inside.locator('.report-totals div').filter({ hasText: label }).locator('dd').innerText();

journey('a new notification appears in the widget', async () => {
  const page = await openPartner();
  const inside = page.frameLocator('firmbook-notifications iframe');
  await inside.getByText(/^\d+ notifications?, \d+ unread$/).waitFor();
  const [text = ''] = await notify('dana.whitfield', `widget ${uniqueName()}`, { isList: true });
  await inside.getByText(text).waitFor();
});

journey('a file is imported in the widget', async () => {
  const page = await openPartner();
  const inside = page.frameLocator('firmbook-import iframe');
  const name = uniqueName();
  await inside.getByLabel('Records in the file').selectOption('Agents');
  await inside.getByLabel('File', { exact: true }).setInputFiles({
    name: 'agents.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`First name,Last name,Email\nAda,${name},ada@example.com\nBo,${name},nobody\n`),
  });
  await inside.getByRole('heading', { name: 'Columns of agents.csv' }).waitFor();
  expect(await inside.getByLabel('Last name becomes').inputValue()).toBe('lastName');
  await inside.getByRole('button', { name: 'Preview' }).click();
  await inside.getByRole('heading', { name: 'Preview' }).waitFor();
  await inside.getByText('Email: Enter an email address with an @.').waitFor();
  const [, , , frame] = page.frames();
  if (frame) expect(await axeViolationsInFrame(frame)).toEqual([]);
  await inside.getByRole('button', { name: 'Import 1 row' }).click();
  await inside.getByRole('heading', { name: '1 row imported' }).waitFor();
  await page.getByText('1 records added').waitFor();
  const portal = await openAs(DANA, `/people/agents?q=${name}`);
  await portal.getByRole('link', { name: `${name}, Ada` }).waitFor();
});

journey('the page changes the widget’s colors, fonts and number format', async () => {
  const page = await openPartner();
  await rows(page).first().waitFor();
  const theme = {
    fontFamily: 'Georgia, serif',
    fontSize: 16,
    light: { background: '#fffdf8', text: '#dddddd' },
  };
  await page.locator('#policies').evaluate(
    (element, options) => {
      const item = element as HTMLElement & { update: (options: unknown) => void };
      item.update(options);
    },
    { theme, locale: 'de-DE', colorScheme: 'light' },
  );
  await eventually(async () => {
    const style = await widget(page)
      .locator('body')
      .evaluate((body) => {
        const { backgroundColor, fontFamily, fontSize } = getComputedStyle(body);
        return { backgroundColor, fontFamily, fontSize };
      });
    expect(style).toEqual({
      backgroundColor: 'rgb(255, 253, 248)',
      fontFamily: 'Georgia, serif',
      fontSize: '16px',
    });
  });
  await widget(page)
    .getByText(/\.000\s\$/)
    .first()
    .waitFor();
  await events(page, 'themeCorrected').waitFor();
  expect(await events(page, 'themeCorrected').innerText()).toContain('light.text');
  const [, inside] = page.frames();
  if (inside) expect(await axeViolationsInFrame(inside)).toEqual([]);
});

journey('a second widget on the page shows the user’s notifications', async () => {
  const page = await openPartner();
  const notifications = page.frameLocator('firmbook-notifications iframe');
  await notifications.getByText(/^\d+ notifications?, \d+ unread$/).waitFor();
  await notifications.getByRole('listitem').first().waitFor();
});

journey('signing out ends the session and removes the policies', async () => {
  // The widget may still be connecting to the hub, which then refuses the ended session.
  expectConsoleError(/WebSocket connection to .* failed/);
  const page = await openPartner();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Sign out of the widget' }).click();
  await widget(page).getByText('You are signed out.').waitFor();
  expect(await rows(page).count()).toBe(0);
});

journey('a widget that cannot get a session reports why, and does not retry by itself', async () => {
  expectConsoleError(/502|portal refused/);
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
      for (const inside of page.frames().slice(1)) expect(await axeViolationsInFrame(inside)).toEqual([]);
    }
  }
  const portal = await openAs(DANA, '/settings/embedding', AXE_CONTEXT);
  await portal.getByRole('table', { name: 'Recent sessions' }).waitFor();
  const audit = accessibilityAudit(portal);
  await audit.at('embedding');
  expect(audit.found).toEqual([]);
});

journey('a revoked key ends the widget with a clear message', async () => {
  // A hub client that connects after the key is revoked is rejected. Chromium logs that in its own words.
  expectConsoleError(/401|502|no valid credentials/);
  const page = await openPartner();
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/widget-session')) requestCount += 1;
  });
  await rows(page).first().waitFor();
  requestCount = 0;
  const portal = await openAs(DANA, '/settings/embedding');
  await portal.getByRole('button', { name: /^Revoke the key/ }).click();
  await portal.getByRole('button', { name: 'Revoke key', exact: true }).click();
  await portal.getByText('No keys yet.').waitFor();
  // The hub closes the connection, and the widget cannot renew its session.
  await widget(page).getByText('Your session has ended. Reload the page to continue.').waitFor();
  await page
    .frameLocator('firmbook-report-totals iframe')
    .getByText('Your session has ended. Reload the page to continue.')
    .waitFor();
  expect(await rows(page).count()).toBe(0);
  // At most two requests per widget: one from the hub client, one from the reload that shows the reason.
  expect(requestCount).toBeLessThanOrEqual(8);
  const errors = events(page, 'error');
  await errors.first().waitFor();
  expect(await errors.first().innerText()).toContain('secret_failed');
});

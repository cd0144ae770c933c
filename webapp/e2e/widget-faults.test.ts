import type { Page } from 'playwright-core';
import { APP, expectConsoleError, journey, newPage, PARTNER } from './support/journey';

const list = (page: Page) => page.frameLocator('firmbook-policy-list iframe');
const rows = (page: Page) => list(page).locator('tbody tr');
const errors = (page: Page) => page.locator('#events li', { hasText: /^error / });

async function openPartner(
  prepare: (page: Page) => Promise<void> = async () => undefined,
  path = '/',
): Promise<Page> {
  const page = await newPage({ baseURL: PARTNER });
  await prepare(page);
  await page.goto(path);
  return page;
}

journey('a partner’s page gets an error and keeps working if the portal cannot be reached', async () => {
  expectConsoleError(/embed|Failed to load|ERR_|chrome-error/);
  const page = await openPartner(async (item) => {
    await item.clock.install();
    await item.route(`${APP}/embed/*/policy-list`, (route) => route.abort());
  });
  await page.clock.fastForward(16_000);
  await errors(page).first().waitFor();
  expect(await errors(page).first().innerText()).toContain('unreachable');
  expect(await page.getByRole('heading', { name: 'Harbor Bank' }).isVisible()).toBe(true);
});

journey('a widget whose page never supplies a client secret shows an error, and asks only once', async () => {
  expectConsoleError(/./);
  let requestCount = 0;
  const page = await openPartner(async (item) => {
    await item.clock.install();
    // Never responds.
    await item.route('**/widget-session', () => {
      requestCount += 1;
    });
  });
  await list(page).getByText('Loading…').waitFor();
  await page.clock.fastForward(16_000);
  await list(page).getByText('Your session has ended. Reload the page to continue.').waitFor();
  expect(await errors(page).first().innerText()).toContain('secret_failed');
  // One request for each of the four widgets.
  expect(requestCount).toBe(4);
});

journey('a client secret works only once', async () => {
  expectConsoleError(/401/);
  const page = await openPartner(async (item) => {
    await item.route('**/widget-session', async (route) => {
      const response = await route.fetch();
      const { clientSecret } = (await response.json()) as { clientSecret: string };
      const { widget } = route.request().postDataJSON() as { widget: string };
      // Someone else uses the secret first.
      await fetch(`${APP}/api/Embed/token`, {
        method: 'POST',
        headers: { authorization: `Bearer ${clientSecret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ widget, origin: PARTNER }),
      });
      return route.fulfill({ response });
    });
  });
  await list(page).getByText('Your session has ended. Reload the page to continue.').waitFor();
  expect(await errors(page).first().innerText()).toContain('unauthenticated');
  expect(await rows(page).count()).toBe(0);
});

journey('ignores messages from other frames and malformed messages', async () => {
  const page = await openPartner();
  await rows(page).first().waitFor();
  const before = await rows(page).first().innerText();
  await page.evaluate(() => {
    const element = document.getElementById('policies');
    const frame = element?.shadowRoot?.querySelector('iframe')?.contentWindow;
    const { port1 } = new MessageChannel();
    for (const message of [
      'garbage',
      null,
      { v: 2, message: { type: 'connect' } },
      { v: 1, message: { type: 'logout' } },
      { v: 1, message: { type: 'secret', clientSecret: 'x' } },
    ])
      frame?.postMessage(message, '*');
    // A second connection gets no response.
    frame?.postMessage({ v: 1, message: { type: 'connect' } }, '*', [port1]);
    // A `hello` that does not come from a widget's frame.
    const other = document.createElement('iframe');
    other.id = 'other';
    other.srcdoc = '';
    document.body.append(other);
    window.postMessage({ v: 1, message: { type: 'hello' } }, '*');
  });
  await list(page).getByRole('button', { name: 'Next' }).click();
  await list(page)
    .getByText(/^11–20 of /)
    .waitFor();
  await list(page).getByRole('button', { name: 'Previous' }).click();
  await list(page)
    .getByText(/^1–10 of /)
    .waitFor();
  expect(await rows(page).first().innerText()).toBe(before);
  expect(await errors(page).count()).toBe(0);
});

journey('the widgets work on a page with a cross-origin embedder policy', async () => {
  const page = await openPartner(undefined, '/?isolated');
  await rows(page).first().waitFor();
  await page.frameLocator('firmbook-report-totals iframe').getByText('# Policies').waitFor();
});

journey(
  'fifty widgets on one page all show their data',
  async () => {
    const page = await openPartner();
    await rows(page).first().waitFor();
    await page.evaluate(() => {
      const first = document.getElementById('totals') as HTMLElement & { fetchClientSecret: unknown };
      for (let index = 0; index < 50; index += 1) {
        const element = document.createElement('firmbook-report-totals');
        Object.assign(element, { id: `totals-${index}`, fetchClientSecret: first.fetchClientSecret });
        document.body.append(element);
      }
    });
    for (const index of [0, 24, 49])
      await page.frameLocator(`#totals-${index} iframe`).getByText('# Policies').waitFor();
    expect(await errors(page).count()).toBe(0);
  },
  120_000,
);

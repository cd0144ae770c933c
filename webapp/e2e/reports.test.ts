import type { Page } from 'playwright-core';
import {
  DANA,
  expectConsoleError,
  journey,
  newPage,
  REPORTS_PORT,
  SHORT_SESSION,
  signIn,
} from './support/journey';
import { link, search, waitForRows } from './support/list';
import { Receiver } from './support/receiver';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.listen(REPORTS_PORT);
});
afterAll(() => receiver.close());

const envelope = (text: string) =>
  receiver.waitFor(({ path, body }) => path === '/api/1/envelope/' && body.includes(text));

async function openShort(address: string): Promise<Page> {
  const page = await newPage({ baseURL: SHORT_SESSION });
  await signIn(page, address, DANA);
  return page;
}

journey('transport failures are reported by the name of the call, without personal data', async () => {
  const page = await openShort('/people/agents?s=name');
  await waitForRows(page);
  expectConsoleError(/503|ERR_FAILED/);
  await page.route('**/api/FirmAgent/search', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'No.', errors: [], traceId: 't-1' } }),
  );
  await search(page, 'whitfield');
  await page.getByText('Could not load agents!').waitFor();
  const { body } = await envelope('POST FirmAgent/search');
  const [event] = body
    .split('\n')
    .filter((line) => line.includes('"exception"'))
    .map((line) => JSON.parse(line) as { tags: object; environment: string });
  expect(event?.tags).toEqual({ status: 503, code: 'unavailable', trace_id: 't-1' });
  expect(event?.environment).toBe('production');

  // A network error, in a call whose path contains an id.
  await page.unroute('**/api/FirmAgent/search');
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await waitForRows(page);
  await page.route('**/api/FirmAgent/agent/*', (route) => route.abort());
  await link(page, (await page.locator('[data-row="0"] a').innerText()).trim()).click();
  await envelope('GET FirmAgent/agent/{uuid}');
  const all = receiver.received.map((item) => item.body).join('\n');
  expect(all).not.toMatch(/whitfield|dana|Bearer|eyJ|localhost:\d+\/people/i);
});

journey('a crashed page shows an error and is reported, and the rest of the app still works', async () => {
  const page = await openShort('/people/agents?s=name');
  await waitForRows(page);
  expectConsoleError(/broken on purpose/);
  const broken = 'export function OwnersPage() { throw new TypeError("broken on purpose"); }';
  await page.route('**/assets/owners-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  );
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('menuitem', { name: 'Owners' }).click();
  await page.getByRole('heading', { name: 'Shoot!' }).waitFor();
  await page.getByText('Well this is unexpected...').waitFor();
  await page
    .getByText("An error has occurred and we're working to fix the problem! We'll be up and running shortly.")
    .waitFor();
  await page.getByText('Error Code: 500').waitFor();
  await envelope('PageError');
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('menuitem', { name: 'Agents' }).click();
  await waitForRows(page);
});

journey('visits are counted by route pattern', async () => {
  const page = await openShort('/people/owners?s=name&q=trust');
  await waitForRows(page);
  await receiver.waitFor(({ path, body }) => path === '/visits' && body === '{"page":"/people/owners"}');
  await page.locator('[data-row="0"] a').click();
  await receiver.waitFor(({ body }) => body === '{"page":"/people/owners/:uuid"}');
});

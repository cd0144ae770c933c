import type { Page } from 'playwright-core';
import { callApi } from './support/api';
import { UnreliableProxy } from './support/unreliable-proxy';
import {
  APP,
  DANA,
  expectConsoleError,
  journey,
  launch,
  MARCUS,
  newPage,
  openAs,
  PRIYA,
  signIn,
  THEO,
  uniqueName,
  waitForSignIn,
} from './support/journey';
import { notify } from './support/notify';
import { EventStreamBlocker } from './support/event-stream-blocker';
import { toast } from './support/list';

/** User who receives many messages over an unreliable connection. */
const FLOOD_RECIPIENT = { name: PRIYA, login: 'priya.venkat' };
const LOGIN = 'marcus.oyelaran';
/** Number of times the connection is cut per transport. Set `FIRMBOOK_E2E_CUTS=1000` for a long run. */
const CUT_COUNT = Number(process.env.FIRMBOOK_E2E_CUTS ?? 5);
const MESSAGES_AFTER_CUTS = 10;

/** Browser APIs to remove, so that the client falls back to each transport. */
const MISSING_APIS = {
  WebSockets: [],
  ServerSentEvents: ['WebSocket'],
  LongPolling: ['WebSocket', 'EventSource'],
};
/** Resource type of the requests that each transport uses. */
const REQUEST_TYPES = { WebSockets: 'websocket', ServerSentEvents: 'eventsource', LongPolling: 'fetch' };

interface PushedMessage {
  id: number;
  message: string;
}
interface Listening {
  messages: PushedMessage[];
  states: string[];
}

/** Records hub messages and connection states, starting before the page's own scripts. */
async function listen(page: Page, lacks: string[] = []) {
  await page.addInitScript((names) => {
    for (const name of names) Reflect.deleteProperty(window, name);
    const listening: Listening = { messages: [], states: [] };
    Object.assign(window, { listening });
    window.addEventListener('firmbook:transientnotification', (event) =>
      listening.messages.push((event as CustomEvent<PushedMessage>).detail),
    );
    window.addEventListener('firmbook:state', (event) =>
      listening.states.push((event as CustomEvent<string>).detail),
    );
  }, lacks);
}
const isConnected = (page: Page) =>
  page.waitForFunction(
    () => (window as unknown as { listening: Listening }).listening.states.at(-1) === 'Connected',
  );
const messagesWithMark = (page: Page, mark: string) =>
  page.evaluate(
    (markText) =>
      (window as unknown as { listening: Listening }).listening.messages.filter(({ message }) =>
        message.startsWith(markText),
      ),
    mark,
  );

for (const transport of ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const) {
  journey(
    `${transport}: delivers all messages once and in order, however often the connection breaks`,
    async () => {
      // A cut fails any request in progress.
      expectConsoleError(/./);
      const cutter = await UnreliableProxy.listen(APP, CUT_COUNT);
      const browser = await launch(cutter.browserArgument);
      try {
        const page = await newPage({}, browser);
        const kinds = new Set<string>();
        page.on('websocket', () => kinds.add('websocket'));
        page.on('request', (request) => {
          if (request.url().includes('/api/notify?')) kinds.add(request.resourceType());
        });
        await listen(page, MISSING_APIS[transport]);
        await signIn(page, `${APP}/support`, FLOOD_RECIPIENT.name);
        await isConnected(page);

        const mark = uniqueName();
        const sent: string[] = [];
        cutter.left = CUT_COUNT;
        let more = MESSAGES_AFTER_CUTS;
        while (more > 0) {
          sent.push(...(await notify(FLOOD_RECIPIENT.login, `${mark}-${sent.length}`, { count: 2 })));
          if (cutter.left === 0) more -= 1;
        }
        const allReceived = page.waitForFunction(
          ([text, count]) =>
            (window as unknown as { listening: Listening }).listening.messages.filter(({ message }) =>
              message.startsWith(text),
            ).length >= count,
          [mark, sent.length] as const,
          { timeout: 60_000 },
        );
        await allReceived.catch(async (cause: unknown) => {
          const { messages: heard, states } = await page.evaluate(
            () => (window as unknown as { listening: Listening }).listening,
          );
          const missing = sent.filter((text) => !heard.some(({ message }) => message === text));
          const ends = `${missing[0]} to ${missing.at(-1)}`;
          throw new Error(`${missing.length} missing, ${ends}; ${states.slice(-8).join(', ')}`, { cause });
        });
        const messages = await messagesWithMark(page, mark);
        expect(messages.map(({ message }) => message)).toEqual(sent);
        const ids = messages.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        expect([...kinds]).toContain(REQUEST_TYPES[transport]);
        if (transport !== 'WebSockets') expect([...kinds]).not.toContain('websocket');
      } finally {
        await browser.close();
        cutter.close();
      }
    },
    60_000 + CUT_COUNT * 1_500,
  );
}

journey('falls back to long polling if a proxy refuses event streams', async () => {
  expectConsoleError(/403/);
  const proxy = await EventStreamBlocker.listen(APP);
  const browser = await launch(proxy.browserArgument);
  try {
    const page = await newPage({}, browser);
    await listen(page, MISSING_APIS.ServerSentEvents);
    await signIn(page, `${APP}/support`, FLOOD_RECIPIENT.name);
    await isConnected(page);
    const mark = uniqueName();
    await notify(FLOOD_RECIPIENT.login, mark);
    await page.waitForFunction(
      (text) =>
        (window as unknown as { listening: Listening }).listening.messages.some(({ message }) =>
          message.startsWith(text),
        ),
      mark,
    );
    expect(proxy.rejectedCount).toBe(1);
  } finally {
    await browser.close();
    proxy.close();
  }
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, text: string) => popup(page).getByRole('listitem').filter({ hasText: text });
const unread = async (page: Page) =>
  Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);

async function openTab(context: ReturnType<Page['context']>): Promise<Page> {
  const page = await context.newPage();
  await listen(page);
  await page.goto('/support');
  await waitForSignIn(page);
  await isConnected(page);
  return page;
}

journey('two tabs show the same list immediately, and mark all as read takes one call', async () => {
  const page = await newPage();
  await listen(page);
  await signIn(page, '/support', MARCUS);
  await isConnected(page);
  const other = await openTab(page.context());
  const before = await unread(page);

  const mark = uniqueName();
  await notify(LOGIN, mark, { count: 3, isList: true });
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: `Notifications, ${before + 3} unread`, exact: true }).waitFor();
    await bell(tab).click();
    await row(tab, `${mark} #3`).waitFor();
  }
  const size = await popup(page).boundingBox();
  expect(size?.width).toBeGreaterThanOrEqual(450);
  expect((await row(page, `${mark} #3`).boundingBox())?.height).toBe(94);

  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') changes.push(new URL(request.url()).pathname);
  });
  await row(page, `${mark} #3`).getByTitle('Mark as read').click();
  await row(other, `${mark} #3`).getByTitle('Mark as unread').waitFor({ timeout: 1_000 });
  await popup(page).getByRole('button', { name: 'Mark all as read' }).click();
  await popup(other)
    .getByRole('button', { name: 'Mark all as read' })
    .waitFor({ state: 'detached', timeout: 1_000 });
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  expect(changes.filter((path) => path.endsWith('/UserNotification/isRead'))).toHaveLength(1);

  await row(page, `${mark} #1`)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await row(page, `${mark} #1`).waitFor({ state: 'detached' });
  // The deletion can be undone until its toast is closed.
  await toast(page, 'Notification deleted').getByRole('button', { name: 'Close' }).click();
  await row(other, `${mark} #1`).waitFor({ state: 'detached', timeout: 1_000 });
});

journey(
  'a transient notification appears as a toast after six seconds, once, and not again after a reload',
  async () => {
    const page = await newPage();
    await listen(page);
    await signIn(page, '/support', MARCUS);
    await isConnected(page);
    const [first, second, third] = [uniqueName(), uniqueName(), uniqueName()];

    const startedAt = Date.now();
    await notify(LOGIN, first);
    await toast(page, first).waitFor();
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(6_000);

    // Received but not shown yet, so the next page shows it.
    await notify(LOGIN, second);
    await page.waitForFunction(
      (mark) =>
        (window as unknown as { listening: Listening }).listening.messages.some(({ message }) =>
          message.startsWith(mark),
        ),
      second,
    );
    await page.reload();
    await waitForSignIn(page);
    await isConnected(page);
    await notify(LOGIN, third);
    await toast(page, second).waitFor();
    await toast(page, third).waitFor();
    expect((await messagesWithMark(page, first)).length).toBe(1);
    expect(await toast(page, first).count()).toBe(0);
  },
);

journey('signing out closes the connection', async () => {
  const page = await openAs(MARCUS, '/support');
  await listen(page);
  // Leave the page first, because it may still open a connection.
  await page.goto('about:blank');
  const opened = page.waitForEvent('websocket');
  await page.goto('/support');
  const socket = await opened;
  await isConnected(page);
  const closed = socket.waitForEvent('close');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await closed;
  await page.waitForURL('**/signed-out');
});

journey('changes to an open record appear with the name of the user who made them', async () => {
  const theirs = await openAs(DANA, '/people/agents?s=name');
  const { uuid } = await callApi<{ uuid: string }>(theirs, 'POST', 'FirmAgent/1', {
    person: { firstName: 'Ada', lastName: uniqueName() },
  });
  const page = await openAs(THEO, '/support');
  await listen(page);
  await page.goto(`/people/agents/${uuid}`);
  await isConnected(page);

  await theirs.goto(`/people/agents/${uuid}?panel=edit`);
  await theirs.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill('changed@example.com');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${DANA} changed this agent`).waitFor();
  await page.getByRole('link', { name: 'changed@example.com' }).waitFor();

  await theirs.getByRole('button', { name: 'More' }).click();
  await theirs.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByRole('heading', { name: 'This agent was deleted' }).waitFor();
  await page.getByText(`${DANA} deleted it`).waitFor();
});

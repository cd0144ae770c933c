import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Cookie, type Page } from 'playwright-core';

/** URL of the server under test. Each Jest worker has its own. */
export const APP = perWorkerEnv('FIRMBOOK_E2E_URL');
/**
 * URL of a shared server with a short idle timeout: a warning after 4 seconds, a sign-out 10
 * seconds later. It reports failures to `REPORTS_PORT`.
 */
export const SHORT_SESSION = requiredEnv('FIRMBOOK_E2E_SHORT_URL');
export const REPORTS_PORT = Number(requiredEnv('FIRMBOOK_E2E_REPORTS_PORT'));
/** Address of the mail sink of `APP`. */
export const MAIL = perWorkerEnv('FIRMBOOK_E2E_MAIL_URL');
/** Address of the partner's site that embeds widgets of `APP`. */
export const PARTNER = perWorkerEnv('FIRMBOOK_E2E_PARTNER_URL');
const CHROMIUM = requiredEnv('FIRMBOOK_CHROMIUM');

export const DANA = 'Dana Whitfield';
/** Professional. Journeys push notifications to him. */
export const MARCUS = 'Marcus Oyelaran';
/** Office manager. Journeys rearrange her tables. */
export const INES = 'Ines Calloway';
/** Read-only user. */
export const THEO = 'Theo Lindqvist';
/** Outside advisor. A journey changes her role. */
export const RUTH = 'Ruth Abernathy';
/** Professional of the second firm. A journey changes his appearance settings. */
export const SAM = 'Sam Ostrander';
/** Administrator of the third firm. */
export const NOOR = 'Noor Haddad';
/** Administrator of the second firm. */
export const PRIYA = 'Priya Venkat';
/** User of both firms. */
export const JOAN = 'Joan Mercer';
/** System administrator on the platform staff. */
export const VERA = 'Vera Holloway';
/** Platform staff, and a read-only user of the third firm. */
export const ELIO = 'Elio Brandt';

const BROWSER_ARGS = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];
const JOURNEY_MS = 100_000;
const STEP_MS = 15_000;

let browser: Browser | undefined;
/** Identity provider cookies by user, so that each user signs in once per file. */
const signIns = new Map<string, Cookie[]>();
/** Console errors of the current journey, and the patterns of expected errors. */
let consoleErrors: string[] = [];
let expectedErrors: RegExp[] = [];

export const launch = (...args: string[]) =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', ...BROWSER_ARGS, ...args],
  });

beforeAll(async () => {
  browser = await launch();
}, JOURNEY_MS);
afterAll(() => browser?.close());

/**
 * Defines an end-to-end test with its own browser contexts. The message of a failure lists
 * screenshots of all open pages.
 */
export function journey(title: string, steps: () => Promise<void>, limitMs = JOURNEY_MS): void {
  test(
    title,
    async () => {
      [consoleErrors, expectedErrors] = [[], []];
      try {
        await Promise.race([steps(), rejectAfter(limitMs)]);
        expect(consoleErrors.filter((item) => !expectedErrors.some((pattern) => pattern.test(item)))).toEqual(
          [],
        );
      } catch (reason) {
        throw await withScreenshots(title, reason);
      } finally {
        await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
      }
    },
    limitMs + STEP_MS,
  );
}

/** Rejects shortly before Jest's timeout, while screenshots are still possible. */
function rejectAfter(limitMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`timed out after ${limitMs / 1000} s`)), limitMs).unref();
  });
}

/** Retries an expectation until it passes. Throws its last error on timeout. */
export async function eventually(expected: () => Promise<unknown>, withinMs = STEP_MS): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      await expected();
      return;
    } catch (reason) {
      if (Date.now() > end) throw reason;
    }
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Expects console errors that match `pattern`. */
export const expectConsoleError = (pattern: RegExp) => expectedErrors.push(pattern);

/** Opens a page in a new browser context. */
export async function newPage(options: BrowserContextOptions = {}, inBrowser = browser): Promise<Page> {
  if (!inBrowser) throw new Error('the browser is not running');
  const viewport = { width: 1440, height: 900 };
  const context = await inBrowser.newContext({ baseURL: APP, viewport, ...options });
  context.setDefaultTimeout(STEP_MS);
  context.on('weberror', (error) => consoleErrors.push(error.error().message));
  context.on('console', (message) => {
    const { url } = message.location();
    const isFromApp = url.startsWith(APP) || url.startsWith(SHORT_SESSION);
    if (message.type() === 'error' && isFromApp) consoleErrors.push(`${message.text()} ${url}`);
  });
  return context.newPage();
}

/** Opens a URL and signs in at the identity provider. */
export async function signIn(page: Page, address: string, who: string): Promise<void> {
  await page.goto(address);
  await selectUser(page, who);
  await waitForSignIn(page);
}

/** Opens a URL as a demo user. */
export async function openAs(
  who: string,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(options);
  const cookies = signIns.get(who);
  if (cookies) {
    await page.context().addCookies(cookies);
    await page.goto(address);
    await waitForSignIn(page);
  } else {
    await signIn(page, address, who);
    signIns.set(who, await page.context().cookies());
  }
  return page;
}

/** Selects a user at the identity provider. */
export const selectUser = (page: Page, who: string) => page.getByRole('button', { name: who }).click();

export const waitForSignIn = (page: Page) => page.getByRole('button', { name: /Account of/ }).waitFor();

/** Returns a unique name. Contains only letters, as names must. */
export function uniqueName(): string {
  const letters = Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

let screenshotFolder: string | undefined;

async function withScreenshots(title: string, reason: unknown): Promise<unknown> {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
  screenshotFolder ??= mkdtempSync(join(tmpdir(), 'firmbook-journey-'));
  const taken: string[] = [];
  for (const [i, page] of pages.entries()) {
    const path = join(screenshotFolder, `${title.replaceAll(/\W+/g, '-')}-${i + 1}.png`);
    const wasTaken = await page.screenshot({ path, timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (wasTaken) taken.push(`${path} (${page.url()})`);
  }
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const summary = `\nScreenshots: ${taken.join(', ') || 'none'}`;
  error.stack = `${error.message}${summary}\n${
    error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n') ?? ''
  }`;
  error.message += summary;
  return error;
}

/** Returns the value for this Jest worker from a comma-separated environment variable. */
export function perWorkerEnv(name: string): string {
  const value = requiredEnv(name).split(',')[Number(process.env.JEST_WORKER_ID) - 1];
  if (!value) throw new Error(`${name} has no value for this worker: run jest with matching --maxWorkers`);
  return value;
}

export function requiredEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with \`cargo xtask test --only e2e\``);
  return value;
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Cookie, type Page } from 'playwright-core';

/** Where the server under test answers that this lane of journeys has for itself. */
export const APP = ofLane('FIRMBOOK_E2E_URL');
/** Another for all lanes, with people who are left alone for 4 seconds and asked for 10, and failures reported to `REPORTS_PORT`. */
export const SHORT = needed('FIRMBOOK_E2E_SHORT_URL');
export const REPORTS_PORT = Number(needed('FIRMBOOK_E2E_REPORTS_PORT'));
/** Where the mail of `APP` is read. */
export const MAIL = ofLane('FIRMBOOK_E2E_MAIL_URL');
const CHROMIUM = needed('FIRMBOOK_CHROMIUM');

export const DANA = 'Dana Whitfield';
/** Advises clients. What is pushed in journeys is pushed to him. */
export const MARCUS = 'Marcus Oyelaran';
/** Keeps the records in order. Her tables are those that the journeys rearrange. */
export const INES = 'Ines Calloway';
/** May look at everything and change nothing. */
export const THEO = 'Theo Lindqvist';
/** Helps from outside. Her role is changed by a journey. */
export const RUTH = 'Ruth Abernathy';
/** Advises in the second firm. A journey changes how the portal looks to him. */
export const SAM = 'Sam Ostrander';
/** Runs the third firm. */
export const NOOR = 'Noor Haddad';
/** Runs the second firm. */
export const PRIYA = 'Priya Venkat';
/** Works for both firms. */
export const JOAN = 'Joan Mercer';
/** Keeps the portal running for every firm. */
export const VERA = 'Vera Holloway';
/** Of the staff too, and a guest of the third firm. */
export const ELIO = 'Elio Brandt';

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const JOURNEY_MS = 100_000;
const STEP_MS = 15_000;

let browser: Browser | undefined;
/** Who is signed in at the identity provider, so that the form is filled in once per file. */
const signIns = new Map<string, Cookie[]>();
/** What the pages of a journey wrote to their consoles as errors, and what of it the journey provoked. */
let complaints: string[] = [];
let provoked: RegExp[] = [];

export const launch = (...words: string[]) =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', ...QUIET, ...words],
  });

beforeAll(async () => {
  browser = await launch();
}, JOURNEY_MS);
afterAll(() => browser?.close());

/** A test from beginning to end in browsers of its own. A failing one names a picture of what was on the screen. */
export function journey(title: string, steps: () => Promise<void>, limitMs = JOURNEY_MS): void {
  test(
    title,
    async () => {
      [complaints, provoked] = [[], []];
      try {
        await Promise.race([steps(), late(limitMs)]);
        expect(complaints.filter((one) => !provoked.some((pattern) => pattern.test(one)))).toEqual([]);
      } catch (reason) {
        throw await withPictures(title, reason);
      } finally {
        await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
      }
    },
    limitMs + STEP_MS,
  );
}

/** Ends a journey that takes too long while its pages can still be looked at. */
function late(limitMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not at its end after ${limitMs / 1000} s`)), limitMs).unref();
  });
}

/** Waits until what is expected of the screen holds, or says what it was instead when the time is up. */
export async function eventually(expected: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + STEP_MS;
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

/** Lets a journey provoke what the browser writes to its console as an error. */
export const provokes = (pattern: RegExp) => provoked.push(pattern);

/** A page of a browser that nobody has used before. */
export async function newPage(options: BrowserContextOptions = {}, inside = browser): Promise<Page> {
  if (!inside) throw new Error('the browser is started before the journeys');
  const viewport = { width: 1440, height: 900 };
  const context = await inside.newContext({ baseURL: APP, viewport, ...options });
  context.setDefaultTimeout(STEP_MS);
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    const { url } = message.location();
    const isOurs = url.startsWith(APP) || url.startsWith(SHORT);
    if (message.type() === 'error' && isOurs) complaints.push(`${message.text()} ${url}`);
  });
  return context.newPage();
}

/** Fills in the form of the identity provider that an address leads to. */
export async function signIn(page: Page, address: string, who: string): Promise<void> {
  await page.goto(address);
  await choose(page, who);
  await isSignedIn(page);
}

/** Opens an address as a demo user. */
export async function openAs(
  who: string,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(options);
  const known = signIns.get(who);
  if (known) {
    await page.context().addCookies(known);
    await page.goto(address);
    await isSignedIn(page);
  } else {
    await signIn(page, address, who);
    signIns.set(who, await page.context().cookies());
  }
  return page;
}

/** Chooses who one is at the identity provider. */
export const choose = (page: Page, who: string) => page.getByRole('button', { name: who }).click();

export const isSignedIn = (page: Page) => page.getByRole('button', { name: /Account of/ }).waitFor();

/** A name that no other record has: letters only, as names are. */
export function uniqueName(): string {
  const letters = Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

let pictures: string | undefined;

async function withPictures(title: string, reason: unknown): Promise<unknown> {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
  pictures ??= mkdtempSync(join(tmpdir(), 'firmbook-journey-'));
  const taken: string[] = [];
  for (const [i, page] of pages.entries()) {
    const path = join(pictures, `${title.replaceAll(/\W+/g, '-')}-${i + 1}.png`);
    const isTaken = await page.screenshot({ path, timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isTaken) taken.push(`${path} (${page.url()})`);
  }
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const seen = `\nOn the screen: ${taken.join(', ') || 'nothing'}`;
  error.stack = `${error.message}${seen}\n${
    error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n') ?? ''
  }`;
  error.message += seen;
  return error;
}

/** What each lane has of its own: as many values, between commas, as jest has workers. */
export function ofLane(name: string): string {
  const value = needed(name).split(',')[Number(process.env.JEST_WORKER_ID) - 1];
  if (!value) throw new Error(`${name} has no value for this worker: jest takes --maxWorkers`);
  return value;
}

export function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with \`cargo xtask test --only e2e\``);
  return value;
}

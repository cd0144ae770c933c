import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Where the server under test answers, and the browser that looks at it. Both are set by `cargo xtask test`. */
export const URL_OF_APP = needed('FIRMBOOK_E2E_URL');
const CHROMIUM = needed('FIRMBOOK_CHROMIUM');

export const DANA = 'Dana Whitfield';
/** May look at everything and change nothing. */
export const THEO = 'Theo Lindqvist';

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];

let browser: Browser | undefined;
/** What the pages of a test complained about; a test fails on it. */
const complaints: string[] = [];
/** Complaints that a test asked for. */
let expected: RegExp[] = [];
/** The identity provider for development has no icon. */
const ALWAYS = [/favicon\.ico/];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', ...QUIET],
  });
});
afterAll(() => browser?.close());
beforeEach(() => {
  complaints.length = 0;
  expected = [...ALWAYS];
});
afterEach(async () => {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  expect(complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))).toEqual([]);
});

/** Lets a test provoke an error that the browser writes to its console. */
export const expectComplaint = (pattern: RegExp) => expected.push(pattern);

/** A page of a browser that nobody has used before. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  if (!browser) throw new Error('the browser is started before the tests');
  const context = await browser.newContext({
    baseURL: URL_OF_APP,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return page;
}

/** Opens an address as a demo user, through the identity provider. */
export async function signedIn(
  address: string,
  who = DANA,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(options);
  await page.goto(address);
  await page.getByRole('button', { name: who }).click();
  await page.getByRole('button', { name: /Account of/ }).waitFor();
  return page;
}

/** Waits for a list to show rows of its own. */
export const rowsOf = (page: Page) => page.locator('[role="row"][data-row="0"] a').first().waitFor();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeWindow {
  axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
}
interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** What is at fault for people who use a page otherwise than by eye and mouse. The page needs `bypassCSP`. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(document, { runOnly })).violations;
  }, RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys with \`cargo xtask test --only e2e\``);
  return value;
}

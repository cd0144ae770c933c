// Measures how fast the policy list appears in a widget on a partner's page, and in the portal. Prints one
// line of JSON: milliseconds, and the layout shift of the partner's page.
//   node webapp/dev/bench/widgets.mjs PARTNER PORTAL USER-NAME CHROMIUM
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from './chromium.mjs';
import { FIRST_ROW, isPresent, openList } from './list.mjs';
import { openTab } from './unwatched.mjs';

const [partner, portal, user, executablePath] = process.argv.slice(2);
const PAGE = `${partner}/list`;
const LIST = `${portal}/business/policies`;
/** Time for the browser to report the last tasks and shifts. */
const LINGER_MS = 1_000;

const browser = await launch(executablePath);
try {
  const session = await signIn();
  await clearCache();
  const cold = await embed();
  const warm = await embed();
  await clearCache();
  const portalCold = await openPortal(session);
  const portalWarm = await openPortal(session);
  console.log(JSON.stringify({ cold, warm, portalCold, portalWarm }));
} finally {
  await browser.close();
}

/** Signs in to the portal and loads both pages once, so that the browser and the servers are warm. */
async function signIn() {
  const tab = await openTab(browser);
  await openList(tab, LIST, user);
  const session = await tab.run(() => ({ ...sessionStorage }));
  await tab.close();
  await embed();
  return session;
}

async function clearCache() {
  const tab = await openTab(browser);
  await tab.clearCache();
  await tab.close();
}

/** Loads the partner's page in a new tab until the widget shows its rows. */
async function embed() {
  const tab = await openTab(browser);
  await tab.first(watchPage);
  await tab.goto(PAGE);
  await tab.until(() => globalThis.page?.readyMs);
  await sleep(LINGER_MS);
  const figures = await tab.run(() => globalThis.page);
  await tab.close();
  return figures;
}

/** Loads the portal's list in a new tab until its rows are visible. Returns milliseconds. */
async function openPortal(session) {
  const tab = await openTab(browser);
  await tab.first((entries) => Object.assign(sessionStorage, entries), session);
  await tab.first(watchRows, FIRST_ROW);
  await tab.goto(LIST);
  await tab.until(isPresent, FIRST_ROW);
  const rowsMs = await tab.until(() => globalThis.rowsMs);
  await tab.close();
  return rowsMs;
}

/** Runs in the partner's page before its scripts: records its own long tasks, and shifts after `ready`. */
function watchPage() {
  globalThis.page = { readyMs: 0, longestTaskMs: 0, shift: 0 };
  const observe = (type, listener) =>
    new PerformanceObserver((list) => list.getEntries().forEach(listener)).observe({ type, buffered: true });
  // Long tasks of other frames have other names.
  observe('longtask', ({ name, duration }) => {
    if (name === 'self') page.longestTaskMs = Math.max(page.longestTaskMs, duration);
  });
  // The frame grows once, just before `ready`. Its layout may be reported in the next frame.
  observe('layout-shift', ({ startTime, value }) => {
    if (page.readyMs && startTime > page.readyMs + 100) page.shift += value;
  });
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('firmbook-policy-list').addEventListener('ready', () => {
      requestAnimationFrame(() => setTimeout(() => (page.readyMs = performance.now())));
    });
  });
}

/** Runs in the portal before its scripts: records when the rows are visible. */
function watchRows(selector) {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.rowsMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

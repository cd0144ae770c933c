// Measures how fast the list of agents loads with an empty cache, on the next visit and in daily use, and how
// fast its records open. Prints one line of JSON: compressed bytes and milliseconds.
//   node webapp/dev/bench/pages.mjs SITE ORIGIN USER-NAME CHROMIUM
// SITE is `firmbook` or `reactAdmin`. The latter has no sign-in and no records.
import { setTimeout as sleep } from 'node:timers/promises';
import { launch } from './chromium.mjs';
import { FIRST_ROW, isPresent, openList } from './list.mjs';
import { openTab } from './unwatched.mjs';

const [site, origin, user, executablePath] = process.argv.slice(2);
const isFirmbook = site === 'firmbook';
const address = origin + (isFirmbook ? '/people/agents' : '/#/agents');
const rows = isFirmbook ? FIRST_ROW : '.RaDataTable-row td:nth-child(2)';
const RECORD = 'body:has(h1) [role="tabpanel"] section dd';
const LATER_RECORDS = 5;
/** Number of loads before Chromium caches the compiled scripts. */
const LOADS_TO_COMPILE = 2;
/** Time that a person needs to find a row. */
const READING_MS = 3_000;
/** Time for the browser to report the last paints and tasks. */
const LINGER_MS = 500;

const browser = await launch(executablePath);
try {
  const session = await visit();
  const cold = await load(session);
  const opened = isFirmbook ? await openRecords(cold.tab) : [];
  await cold.tab.close();
  const next = await load(session);
  await next.tab.close();
  for (let loads = 0; loads < LOADS_TO_COMPILE; loads += 1) await (await load(session)).tab.close();
  const daily = await load(session);
  const dailyRecord = isFirmbook ? await openFirstRecord(daily.tab) : null;
  const [first = null, ...later] = opened;
  console.log(
    JSON.stringify({
      cold: cold.figures,
      next: next.figures,
      daily: daily.figures,
      first,
      later,
      dailyRecord,
    }),
  );
} finally {
  await browser.close();
}

/** Signs in and loads the list once, so that the browser and the server are warm, and empties the cache. */
async function visit() {
  const tab = await openTab(browser);
  if (isFirmbook) {
    await openList(tab, address, user);
  } else {
    await tab.goto(address);
    await tab.until(isPresent, rows);
  }
  const session = await tab.run(() => ({ ...sessionStorage }));
  await tab.goto('about:blank');
  await tab.clearCache();
  await tab.close();
  return session;
}

/** Loads the list in a new tab. A new tab has its own process, so its memory cache is empty. */
async function load(session) {
  const tab = await openTab(browser);
  await tab.first((entries) => Object.assign(sessionStorage, entries), session);
  await tab.first(watchLoad, rows);
  await tab.goto(address);
  await tab.until(() => globalThis.load.rowsMs);
  await sleep(LINGER_MS);
  return { tab, figures: await tab.run(loadFigures) };
}

/** Opens records from the list, one at a time. Returns milliseconds from click to frame. */
async function openRecords(tab) {
  const times = [];
  for (let row = 0; row <= LATER_RECORDS; row += 1) {
    await tab.until(isPresent, rows);
    await sleep(LINGER_MS);
    times.push(await openRecord(tab, row));
    await sleep(LINGER_MS);
    await tab.run(() => history.back());
  }
  return times;
}

/** Opens the first record after `READING_MS`. Its code has been loaded by then. */
async function openFirstRecord(tab) {
  await sleep(READING_MS);
  return openRecord(tab, 0);
}

async function openRecord(tab, row) {
  const shown = tab.run(recordShown, RECORD);
  await tab.click(`[data-row="${row}"] a`);
  return shown;
}

/** Runs in the page before its scripts: records paints, long tasks and when the rows are visible. */
function watchLoad(selector) {
  globalThis.load = { rowsMs: 0, lcpMs: 0, longTasks: [] };
  const observe = (type, listener) =>
    new PerformanceObserver((list) => list.getEntries().forEach(listener)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (load.lcpMs = startTime));
  observe('longtask', ({ startTime, duration }) => load.longTasks.push({ startTime, duration }));
  globalThis.whenVisible = (wanted) =>
    new Promise((visible) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(wanted)) return;
        observer.disconnect();
        // The frame is painted between the two callbacks.
        requestAnimationFrame(() => setTimeout(() => visible(performance.now())));
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
  void whenVisible(selector).then((now) => (load.rowsMs = now));
}

/** Runs in the page: returns bytes loaded, times and the longest task until the rows were visible. */
function loadFigures() {
  const { rowsMs, lcpMs, longTasks } = load;
  const bytesOf = (extension) =>
    performance
      .getEntriesByType('resource')
      // Files from the cache have a transfer size of zero.
      .filter(({ responseStart, transferSize }) => transferSize > 0 && responseStart < rowsMs)
      .filter(({ name }) => new URL(name).pathname.endsWith(extension))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const tasks = longTasks.filter(({ startTime }) => startTime < rowsMs).map(({ duration }) => duration);
  return { js: bytesOf('.js'), wasm: bytesOf('.wasm'), rowsMs, lcpMs, longestTaskMs: Math.max(0, ...tasks) };
}

/** Runs in the page: returns milliseconds from the next click until a record is visible. */
async function recordShown(selector) {
  const clicked = await new Promise((click) => {
    const listener = ({ timeStamp }) => click(timeStamp);
    document.addEventListener('click', listener, { capture: true, once: true });
  });
  return (await whenVisible(selector)) - clicked;
}

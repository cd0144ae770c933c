// Opens a page of reports in Chromium as a demo user, none of them counted as far as the page knows, high enough to
// show all of them. Prints as JSON how many totals arrived, in how many seconds after the list, and the main thread's
// longest task (0 below 50 ms) meanwhile and until then.
//   node webapp/dev/bench/reports.mjs --url http://localhost:4310 --mark TEXT [--who "Dana Whitfield"]
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    /** What the names of the reports contain; others are left out of the page. */
    mark: { type: 'string' },
    who: { type: 'string', default: 'Dana Whitfield' },
  },
});
const ROW_PX = 36;
const DEADLINE_MS = 60_000;

const browser = await chromium.launch({
  executablePath: process.env.FIRMBOOK_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const context = await browser.newContext({ baseURL: values.url, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  await page.addInitScript(listUncounted, values.mark);
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto('/reports/allpolicies');
  await page.getByRole('button', { name: values.who }).click();
  await page.getByRole('button', { name: /Account of/ }).waitFor();
  const count = await (await page.waitForFunction(() => window.reportCount)).jsonValue();
  await page.waitForLoadState('networkidle');
  await page.setViewportSize({ width: 1440, height: count * ROW_PX + 600 });
  await page.reload();
  const measured = await page.evaluate(untilAllAreCounted, { count, deadlineMs: DEADLINE_MS });
  console.log(JSON.stringify({ count, ...measured }));
} finally {
  await browser.close();
}

/** Runs in the page: its list has these reports only, as they are before anything was counted. */
function listUncounted(mark) {
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (!answer.url.endsWith('/api/report?reportType=2')) return answer;
    const { data } = await answer.json();
    const reports = data
      .filter(({ name }) => name.includes(mark))
      .map((report) => {
        const totals = Object.fromEntries(Object.keys(report.totals).map((key) => [key, null]));
        return { ...report, totals, totalsAsOf: null, isTotalStale: true };
      });
    window.reportCount = reports.length;
    return Response.json({ data: reports, total: reports.length });
  };
}

/** Runs in the page. */
async function untilAllAreCounted({ count, deadlineMs }) {
  const counted = () =>
    [...document.querySelectorAll('[role=row]')].filter((row) => row.textContent.includes('Up to date'));
  const start = performance.now();
  while (counted().length < count) {
    if (performance.now() - start > deadlineMs) throw new Error(`${counted().length} of ${count} counted`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const end = performance.now();
  const list = performance
    .getEntriesByType('resource')
    .find(({ name }) => name.includes('report?reportType'));
  const longest = (tasks) => Math.max(0, ...tasks.map(({ duration }) => duration));
  const [before, after] = [[], []];
  for (const task of window.longTasks) (task.startTime < list.responseEnd ? before : after).push(task);
  return {
    seconds: (end - list.responseEnd) / 1e3,
    longestTaskMs: longest(after),
    longestTaskBeforeMs: longest(before),
  };
}

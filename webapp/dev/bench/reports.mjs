// Opens a report list in Chromium as a demo user, with all totals stale and a window tall enough
// for all rows. Prints JSON: the number of totals, the seconds until all have arrived, and main
// thread tasks over 50 ms before and after the list loaded (wall and CPU time).
//   node webapp/dev/bench/reports.mjs ORIGIN TEXT USER-NAME CHROMIUM
// Only reports whose name contains TEXT are included.
import { open, pickUser } from './unwatched.mjs';

const [origin, mark, user, executablePath] = process.argv.slice(2);
const ROW_PX = 36;
/**
 * Zoom factor. Showing 200 rows at full size would take more pixels than any screen has, and
 * headless Chromium renders them on the CPU.
 */
const ZOOM = 0.25;
const DEADLINE_MS = 60_000;

const page = await open({ executablePath, scale: ZOOM });
try {
  await page.first(listUncounted, mark);
  await page.goto(`${origin}/reports/allpolicies`);
  await page.until(pickUser, user);
  const count = await page.until(() => window.reportCount);
  // Warm the browser cache before measuring.
  await page.until(() => document.querySelector('[data-state="fresh"]') !== null);
  await page.resize({ width: 1440, height: count * ROW_PX + 600 });
  const { answer, longTasks } = await page.watched(async () => {
    await page.goto(`${origin}/reports/allpolicies`);
    await page.until(() => window.reportCount);
    return page.run(untilAllAreCounted, { count, deadlineMs: DEADLINE_MS });
  });
  const { seconds, listedMs } = answer;
  const isBefore = ({ startMs }) => startMs < listedMs;
  const [before, after] = [longTasks.filter(isBefore), longTasks.filter((task) => !isBefore(task))];
  console.log(JSON.stringify({ count, seconds, longTasks: after, longTasksBefore: before }));
} finally {
  await page.close();
}

/** Runs in the page: limits the list to matching reports and removes their totals. */
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

/** Runs in the page: waits until all totals are up to date. */
async function untilAllAreCounted({ count, deadlineMs }) {
  const counted = () =>
    [...document.querySelectorAll('[role=row]')].filter((row) => row.textContent.includes('Up to date'));
  const start = performance.now();
  while (counted().length < count) {
    if (performance.now() - start > deadlineMs) throw new Error(`${counted().length} of ${count} computed`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = performance.now();
  const list = performance
    .getEntriesByType('resource')
    .find(({ name }) => name.includes('report?reportType'));
  return { seconds: (end - list.responseEnd) / 1e3, listedMs: list.responseEnd };
}

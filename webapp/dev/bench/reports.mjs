// Opens a page of reports in Chromium as a demo user, none of them counted as far as the page knows, high enough to
// show all of them. Prints as JSON how many totals arrived, in how many seconds after the list, and tasks of the main
// thread over 50 ms meanwhile and until then: by the clock, and how long of that they had a processor.
//   node webapp/dev/bench/reports.mjs ORIGIN TEXT USER-NAME CHROMIUM
// The text is what the names of the reports contain; others are left out of the page.
import { open, pickUser } from './unwatched.mjs';

const [origin, mark, user, executablePath] = process.argv.slice(2);
const ROW_PX = 36;
/** A person who sees 200 rows at once has zoomed out. No screen has as many pixels as they have at full size, and
 * here the processor draws each of them. */
const ZOOM = 0.25;
const DEADLINE_MS = 60_000;

const page = await open({ executablePath, scale: ZOOM });
try {
  await page.first(listUncounted, mark);
  await page.goto(`${origin}/reports/allpolicies`);
  await page.until(pickUser, user);
  const count = await page.until(() => window.reportCount);
  // Everything is in the browser's cache when it is measured.
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
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = performance.now();
  const list = performance
    .getEntriesByType('resource')
    .find(({ name }) => name.includes('report?reportType'));
  return { seconds: (end - list.responseEnd) / 1e3, listedMs: list.responseEnd };
}

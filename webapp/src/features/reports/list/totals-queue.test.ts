import { jest } from '@jest/globals';
import type { ReportTotalsAnswer } from 'firmbook-wasm';
import { reportOf, totalsOf, uuidOf } from '../testing';
import { TotalsQueue } from './totals-queue';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
/** Waits until results are published. */
const shown = () => jest.advanceTimersByTimeAsync(40);

/** Returns a queue in which computations finish when the test calls `end`. */
function queueWithPendingCalls() {
  const calls: { uuid: string; end: (totals: ReportTotalsAnswer | null) => void }[] = [];
  /** The batches of published results. */
  const arrived: number[][] = [];
  const queue = new TotalsQueue({
    count: (uuid) =>
      new Promise((resolve, reject) => {
        calls.push({ uuid, end: (totals) => (totals ? resolve(totals) : reject(new Error('no'))) });
      }),
    onArrived: (totals) => arrived.push(totals.map(({ uuid }) => Number(uuid.slice(-2)))),
    together: (changes) => changes(),
  });
  const unsubscribe = queue.subscribe(() => undefined);
  const end = async (call: number, works = true) => {
    const { uuid, end: finish } = calls[call] ?? { uuid: '', end: () => undefined };
    finish(works ? totalsOf(uuid, '1.00') : null);
    await jest.advanceTimersByTimeAsync(0);
  };
  const countedReports = () => calls.map(({ uuid }) => Number(uuid.slice(-2)));
  return { queue, arrived, end, asked: countedReports, unsubscribe };
}

const reports = (count: number) => Array.from({ length: count }, (_, i) => reportOf(uuidOf(String(i))));

test('computes five reports at a time, in screen order and without duplicates', async () => {
  const { queue, arrived, end, asked: countedReports } = queueWithPendingCalls();
  queue.want(reports(7));
  queue.want(reports(7));
  expect(countedReports()).toEqual([0, 1, 2, 3, 4]);
  await shown();
  expect(queue.progress().counting.size).toBe(0);
  await shown();
  expect(queue.progress().counting.size).toBe(5);
  await end(1);
  expect(countedReports()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(arrived).toEqual([]);
  await end(3);
  // The page may render again before they are published.
  queue.want(reports(7));
  expect(countedReports()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  await shown();
  expect(arrived).toEqual([[1, 3]]);
});

test('does not mark a fast computation as in progress', async () => {
  const { queue, end } = queueWithPendingCalls();
  const seen: number[] = [];
  queue.subscribe(() => seen.push(queue.progress().counting.size));
  queue.want(reports(2));
  await end(0);
  await end(1);
  await shown();
  await shown();
  expect(seen).toEqual([0]);
});

test('publishes results in batches', async () => {
  const { queue, arrived, end, asked: countedReports } = queueWithPendingCalls();
  queue.want(reports(48));
  // oxlint-disable-next-line no-await-in-loop -- each result starts another computation
  for (let i = 0; i < 48; i += 1) await end(i);
  expect(countedReports()).toHaveLength(48);
  await shown();
  await shown();
  await shown();
  expect(arrived.map((together) => together.length)).toEqual([16, 16, 16]);
  expect(new Set(arrived.flat()).size).toBe(48);
});

test('drops reports that scrolled away from the queue', async () => {
  const { queue, end, asked: countedReports } = queueWithPendingCalls();
  queue.want(reports(8));
  queue.want(reports(8).slice(6));
  await end(0);
  await end(1);
  await end(2);
  expect(countedReports()).toEqual([0, 1, 2, 3, 4, 6, 7]);
});

test('skips reports that are fresh or have an invalid query', () => {
  const { queue, asked: countedReports } = queueWithPendingCalls();
  const problem = { code: 'unknown_column', message: 'Gone.', field: 'sort[0]' };
  queue.want([
    reportOf(uuidOf('1'), { isTotalStale: false }),
    reportOf(uuidOf('2'), { problem }),
    reportOf(uuidOf('3')),
  ]);
  expect(countedReports()).toEqual([3]);
});

test('marks a failure and repeats it only on request', async () => {
  const { queue, arrived, end, asked: countedReports } = queueWithPendingCalls();
  queue.want(reports(1));
  await end(0, false);
  queue.want(reports(1));
  expect(countedReports()).toEqual([0]);
  await shown();
  expect(arrived).toEqual([]);
  expect([...queue.progress().failed]).toEqual([uuidOf('0')]);
  queue.retry([uuidOf('0')]);
  expect(countedReports()).toEqual([0, 0]);
  expect(queue.progress().failed.size).toBe(0);
});

test('marks a slow retry as in progress', async () => {
  const { queue, end } = queueWithPendingCalls();
  queue.want(reports(2));
  await end(0, false);
  await end(1);
  await shown();
  await shown();
  queue.retry([uuidOf('0')]);
  await shown();
  await shown();
  expect([...queue.progress().counting]).toEqual([uuidOf('0')]);
});

test('recomputes a report that becomes stale before its totals are published', async () => {
  const { queue, arrived, end, asked: countedReports } = queueWithPendingCalls();
  queue.want(reports(1));
  queue.markStale([uuidOf('0')]);
  await end(0);
  expect(countedReports()).toEqual([0, 0]);
  await end(1);
  // Computed, but not published yet.
  queue.markStale([uuidOf('0')]);
  await shown();
  expect(countedReports()).toEqual([0, 0, 0]);
  expect(arrived).toEqual([]);
  await end(2);
  await shown();
  expect(arrived).toEqual([[0]]);
  expect(queue.progress().counting.size).toBe(0);
});

test('ignores results that arrive after the page unsubscribed', async () => {
  const { queue, arrived, end, unsubscribe } = queueWithPendingCalls();
  queue.want(reports(1));
  unsubscribe();
  await end(0);
  await shown();
  expect(arrived).toEqual([]);
});

test('drops unpublished results when the page unsubscribes', async () => {
  const { queue, arrived, end, unsubscribe } = queueWithPendingCalls();
  queue.want(reports(1));
  await end(0);
  unsubscribe();
  await shown();
  expect(arrived).toEqual([]);
});

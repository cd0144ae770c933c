import { jest } from '@jest/globals';
import type { ReportTotalsAnswer } from 'firmbook-wasm';
import { reportOf, totalsOf, uuidOf } from '../testing';
import { TotalsQueue } from './totals-queue';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
/** Until what has arrived is shown. */
const shown = () => jest.advanceTimersByTimeAsync(40);

/** A queue whose counts end when the test says so. */
function held() {
  const calls: { uuid: string; end: (totals: ReportTotalsAnswer | null) => void }[] = [];
  /** What was shown together, each time. */
  const arrived: number[][] = [];
  const queue = new TotalsQueue({
    count: (uuid) =>
      new Promise((resolve, reject) => {
        calls.push({ uuid, end: (totals) => (totals ? resolve(totals) : reject(new Error('no'))) });
      }),
    onArrived: (totals) => arrived.push(totals.map(({ uuid }) => Number(uuid.slice(-2)))),
    together: (changes) => changes(),
  });
  const forget = queue.subscribe(() => undefined);
  const end = async (call: number, works = true) => {
    const { uuid, end: finish } = calls[call] ?? { uuid: '', end: () => undefined };
    finish(works ? totalsOf(uuid, '1.00') : null);
    await jest.advanceTimersByTimeAsync(0);
  };
  const asked = () => calls.map(({ uuid }) => Number(uuid.slice(-2)));
  return { queue, arrived, end, asked, forget };
}

const reports = (count: number) => Array.from({ length: count }, (_, i) => reportOf(uuidOf(String(i))));

test('five are counted at a time, in the order of the screen, and each only once', async () => {
  const { queue, arrived, end, asked } = held();
  queue.want(reports(7));
  queue.want(reports(7));
  expect(asked()).toEqual([0, 1, 2, 3, 4]);
  await shown();
  expect(queue.progress().counting.size).toBe(0);
  await shown();
  expect(queue.progress().counting.size).toBe(5);
  await end(1);
  expect(asked()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(arrived).toEqual([]);
  await end(3);
  // The page may be drawn for another reason before they are shown.
  queue.want(reports(7));
  expect(asked()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  await shown();
  expect(arrived).toEqual([[1, 3]]);
});

test('what is counted at once is never seen as being counted', async () => {
  const { queue, end } = held();
  const seen: number[] = [];
  queue.subscribe(() => seen.push(queue.progress().counting.size));
  queue.want(reports(2));
  await end(0);
  await end(1);
  await shown();
  await shown();
  expect(seen).toEqual([0]);
});

test('a few are shown at a time', async () => {
  const { queue, arrived, end, asked } = held();
  queue.want(reports(48));
  // oxlint-disable-next-line no-await-in-loop -- the end of one lets another begin
  for (let i = 0; i < 48; i += 1) await end(i);
  expect(asked()).toHaveLength(48);
  await shown();
  await shown();
  await shown();
  expect(arrived.map((together) => together.length)).toEqual([16, 16, 16]);
  expect(new Set(arrived.flat()).size).toBe(48);
});

test('what scrolled away is not counted any more', async () => {
  const { queue, end, asked } = held();
  queue.want(reports(8));
  queue.want(reports(8).slice(6));
  await end(0);
  await end(1);
  await end(2);
  expect(asked()).toEqual([0, 1, 2, 3, 4, 6, 7]);
});

test('what is fresh or cannot be answered is left alone', () => {
  const { queue, asked } = held();
  const problem = { code: 'unknown_column', message: 'Gone.', field: 'sort[0]' };
  queue.want([
    reportOf(uuidOf('1'), { isTotalStale: false }),
    reportOf(uuidOf('2'), { problem }),
    reportOf(uuidOf('3')),
  ]);
  expect(asked()).toEqual([3]);
});

test('a failed count is marked and not repeated until it is asked for', async () => {
  const { queue, arrived, end, asked } = held();
  queue.want(reports(1));
  await end(0, false);
  queue.want(reports(1));
  expect(asked()).toEqual([0]);
  await shown();
  expect(arrived).toEqual([]);
  expect([...queue.progress().failed]).toEqual([uuidOf('0')]);
  queue.retry([uuidOf('0')]);
  expect(asked()).toEqual([0, 0]);
  expect(queue.progress().failed.size).toBe(0);
});

test('what is counted once more is seen as being counted when that takes long', async () => {
  const { queue, end } = held();
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

test('what turns stale while it is counted is counted once more before it is shown', async () => {
  const { queue, arrived, end, asked } = held();
  queue.want(reports(1));
  queue.turnedStale([uuidOf('0')]);
  await end(0);
  expect(asked()).toEqual([0, 0]);
  await end(1);
  // It has arrived, and is not shown yet.
  queue.turnedStale([uuidOf('0')]);
  await shown();
  expect(asked()).toEqual([0, 0, 0]);
  expect(arrived).toEqual([]);
  await end(2);
  await shown();
  expect(arrived).toEqual([[0]]);
  expect(queue.progress().counting.size).toBe(0);
});

test('nobody hears of counts that end after the page has gone', async () => {
  const { queue, arrived, end, forget } = held();
  queue.want(reports(1));
  forget();
  await end(0);
  await shown();
  expect(arrived).toEqual([]);
});

test('nobody hears of counts that the page left before they were shown', async () => {
  const { queue, arrived, end, forget } = held();
  queue.want(reports(1));
  await end(0);
  forget();
  await shown();
  expect(arrived).toEqual([]);
});

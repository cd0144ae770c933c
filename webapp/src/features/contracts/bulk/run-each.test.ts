import { runEach } from './run-each';

test('runs every item, at most four at a time, and keeps going after a failure', async () => {
  let running = 0;
  let maxRunning = 0;
  const finished: number[] = [];
  const { done, failed } = await runEach(
    [1, 2, 3, 4, 5, 6],
    async (item) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
      if (item === 2) throw new Error('refused');
      return item * 10;
    },
    (count) => finished.push(count),
  );
  expect(maxRunning).toBe(4);
  expect(done.map(({ result }) => result).toSorted((a, b) => a - b)).toEqual([10, 30, 40, 50, 60]);
  expect(failed.map(({ item }) => item)).toEqual([2]);
  expect(finished.at(-1)).toBe(6);
});

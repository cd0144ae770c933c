import { enqueueFrame } from './frame-queue';

const frame = () => new Promise(requestAnimationFrame);

test('runs one job per frame in request order, and skips canceled jobs', async () => {
  const done: string[] = [];
  enqueueFrame(() => done.push('first'));
  const cancel = enqueueFrame(() => done.push('second'));
  enqueueFrame(() => done.push('third'));
  cancel();
  expect(done).toEqual([]);
  await frame();
  expect(done).toEqual(['first']);
  await frame();
  expect(done).toEqual(['first', 'third']);
});

test('runs a job queued by another job after those already waiting', async () => {
  const done: string[] = [];
  enqueueFrame(() => {
    done.push('first');
    enqueueFrame(() => done.push('again'));
  });
  enqueueFrame(() => done.push('second'));
  await frame();
  await frame();
  await frame();
  expect(done).toEqual(['first', 'second', 'again']);
});

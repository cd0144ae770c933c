import { inOwnFrame } from './own-frame';

const frame = () => new Promise(requestAnimationFrame);

test('runs one job per frame in request order, and skips canceled jobs', async () => {
  const done: string[] = [];
  inOwnFrame(() => done.push('first'));
  const giveUp = inOwnFrame(() => done.push('second'));
  inOwnFrame(() => done.push('third'));
  giveUp();
  expect(done).toEqual([]);
  await frame();
  expect(done).toEqual(['first']);
  await frame();
  expect(done).toEqual(['first', 'third']);
});

test('runs a job queued by another job after those already waiting', async () => {
  const done: string[] = [];
  inOwnFrame(() => {
    done.push('first');
    inOwnFrame(() => done.push('again'));
  });
  inOwnFrame(() => done.push('second'));
  await frame();
  await frame();
  await frame();
  expect(done).toEqual(['first', 'second', 'again']);
});

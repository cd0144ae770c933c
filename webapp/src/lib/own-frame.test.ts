import { inOwnFrame } from './own-frame';

const frame = () => new Promise(requestAnimationFrame);

test('one thing a frame, in the order in which they were asked for', async () => {
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

test('what is asked for by a job comes after those that wait', async () => {
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

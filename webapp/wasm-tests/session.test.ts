import { startIdle, stepIdle } from 'firmbook-wasm';

test('round-trips idle states and events with current timestamps', () => {
  const limits = { seconds: 60, warningSeconds: 30 };
  const now = 1_795_000_000_000;
  const { state, effects } = startIdle(limits, now, now);
  expect([state, effects]).toEqual([{ active: { lastActivityMs: now, lastFetchMs: now } }, []]);
  const later = stepIdle(limits, state, 'tick', now + 60_000);
  expect(later.state).toMatchObject({ idle: { secondsLeft: 30, lastActivityMs: now } });
  expect(later.effects).toEqual([{ name: 'announce', seconds: 30 }, { name: 'fetchToken' }]);
  const seen = stepIdle(limits, later.state, { remoteActivity: { atMs: now + 59_000 } }, now + 61_000);
  expect(seen.state).toHaveProperty('active');
  const over = stepIdle(limits, seen.state, 'tick', now + 3_600_000);
  expect(over).toEqual({ state: 'timedOut', effects: [{ name: 'signOut', reason: 'timedOut' }] });
});

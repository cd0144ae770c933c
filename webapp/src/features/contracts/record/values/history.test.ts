import type { ValueSnapshot } from 'firmbook-wasm';
import { pointsOf } from './history';

const kept = (asOf: string, recordedAt: string) => ({ asOf, recordedAt }) as ValueSnapshot;

test('uses the latest snapshot of a day', () => {
  const values = [
    kept('2026-06-30', '2026-07-02'),
    kept('2026-06-30', '2026-07-01'),
    kept('2025-12-31', '2026-01-01'),
  ];
  expect(pointsOf(values).map(({ asOf, recordedAt }) => [asOf, recordedAt])).toEqual([
    ['2025-12-31', '2026-01-01'],
    ['2026-06-30', '2026-07-02'],
  ]);
  expect(pointsOf([])).toEqual([]);
});

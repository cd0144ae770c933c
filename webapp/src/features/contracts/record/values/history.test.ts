import type { ValueSnapshot } from 'firmbook-wasm';
import type { AnyRecord } from '../../api/get-contract';
import { historyOf, pointsOf } from './history';

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

test('begins with the current values if they are newer', () => {
  const values = [kept('2025-12-31', '2026-01-01T12:00:00Z')];
  const policy = (valuesAsOf: string | null) =>
    ({
      contract: { valuesAsOf, policyCashValue: '120.00', deathBenefit: '250000.00' },
      source: 'Feed',
      updatedAt: '2026-11-20T12:00:00Z',
      values,
    }) as unknown as AnyRecord;
  const [current, ...older] = historyOf('policy', policy('2026-11-20'));
  expect(older).toEqual(values);
  expect(current).toMatchObject({
    asOf: '2026-11-20',
    source: 'Feed',
    recordedAt: '2026-11-20T12:00:00Z',
    values: { cashValue: '120.00', deathBenefit: '250000.00', loanBalance: null },
  });
  for (const asOf of ['2025-12-31', null]) expect(historyOf('policy', policy(asOf))).toEqual(values);
});

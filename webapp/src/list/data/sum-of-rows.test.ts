import type { ListApi, RowPage } from '../types';
import { sumOfRows } from './sum-of-rows';

const amounts = (values: (string | null)[]): ListApi['search'] => {
  const rows = values.map((value, i) => ({ uuid: String(i), value }));
  return async ({ limit }): Promise<RowPage> => {
    const { offset = 0, rowCount = 0 } = limit ?? {};
    return { items: rows.slice(offset, offset + rowCount), totalRecords: rows.length, cursor: 'next' };
  };
};
const sum = async (values: (string | null)[]) =>
  (await sumOfRows(amounts(values), {}, ['value'], new AbortController().signal)).value;

test('sums amounts to the cent', async () => {
  expect(await sum(['0.10', '0.20', '99999999999999.99', '7', '1.5'])).toBe('100000000000008.79');
});

test('handles missing and negative amounts', async () => {
  expect(await sum([null, '-0.05', '0.01'])).toBe('-0.04');
  expect(await sum([])).toBe('0.00');
});

test('sums all pages', async () => {
  expect(await sum(Array.from({ length: 1201 }, () => '1.01'))).toBe('1213.01');
});

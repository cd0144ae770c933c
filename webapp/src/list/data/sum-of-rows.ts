import type { ListQuery } from 'firmbook-wasm';
import type { ListApi, RowTotals } from '../types';

const PAGE = 500;
/** Lists with more rows are rejected. */
const MOST_ROWS = 10_000;

/** Totals for a list without a totals endpoint: fetches all rows and sums their columns to the cent. */
export async function sumOfRows(
  search: ListApi['search'],
  query: ListQuery,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<RowTotals> {
  const cents = new Map(columns.map((column) => [column, 0n]));
  let after: string | null = null;
  for (let offset = 0; ; offset += PAGE) {
    const limit = { offset, rowCount: PAGE, after };
    // Each page returns the cursor of the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await search({ ...query, selectColumns: [...columns], limit }, signal);
    if (page.totalRecords > MOST_ROWS) throw new Error('too many rows to sum');
    for (const row of page.items)
      for (const [column, sum] of cents) cents.set(column, sum + inCents(String(row[column] ?? '0')));
    if (offset + PAGE >= page.totalRecords) break;
    after = page.cursor;
  }
  return Object.fromEntries([...cents].map(([column, sum]) => [column, inDollars(sum)]));
}

function inCents(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(2, '0').slice(0, 2));
}

function inDollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

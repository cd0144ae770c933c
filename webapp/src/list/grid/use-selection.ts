import { maxSelectedRows } from 'firmbook-wasm';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Row } from '../types';

type FetchRows = (from: number, to: number) => Promise<Row[]>;
type Rows = ReadonlyMap<string, Row>;

/** Adds rows until the maximum is reached. */
function withRows(selected: Rows, rows: readonly Row[]): Rows {
  const free = maxSelectedRows() - selected.size;
  const added = rows.filter(({ uuid }) => !selected.has(uuid)).slice(0, free);
  return new Map([...selected, ...added.map((row) => [row.uuid, row] as const)]);
}

function withoutRows(selected: Rows, uuids: readonly string[]): Rows {
  const removed = new Set(uuids);
  return new Map([...selected].filter(([uuid]) => !removed.has(uuid)));
}

/** Tracks the selected rows, in the order of selection, up to the maximum number. */
export function useSelection(fetchRows: FetchRows) {
  const [rows, setRows] = useState<Rows>(new Map());
  const anchor = useRef<number | null>(null);

  const toggle = useCallback((index: number, row: Row) => {
    anchor.current = index;
    setRows((before) => (before.has(row.uuid) ? withoutRows(before, [row.uuid]) : withRows(before, [row])));
  }, []);

  /** Selects from the last selected row to this one, loading rows as needed. */
  const extendTo = useCallback(
    async (index: number) => {
      const from = anchor.current ?? index;
      anchor.current = from;
      const [low, high] = from < index ? [from, index] : [index, from];
      const max = maxSelectedRows();
      const start = from < index ? low : Math.max(low, high - max + 1);
      const found = await fetchRows(start, Math.min(high, start + max - 1));
      // If not all rows fit, select those closest to the last selected row.
      setRows((before) => withRows(before, from < index ? found : found.toReversed()));
    },
    [fetchRows],
  );

  const selectFirst = useCallback(
    async (count: number) => {
      const found = await fetchRows(0, Math.min(count, maxSelectedRows()) - 1);
      setRows(withRows(new Map(), found));
    },
    [fetchRows],
  );

  const remove = useCallback((uuids: readonly string[]) => {
    setRows((before) => withoutRows(before, uuids));
  }, []);

  const clear = useCallback(() => {
    anchor.current = null;
    setRows((before) => (before.size ? new Map() : before));
  }, []);

  return useMemo(
    () => ({ rows, toggle, extendTo, selectFirst, remove, clear }),
    [rows, toggle, extendTo, selectFirst, remove, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;

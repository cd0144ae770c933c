import { useCallback, useMemo, useRef, useState } from 'react';
import type { Row } from '../types';

/** Maximum number of rows selected at a time. */
export const MAX_RANGE = 1000;

type FetchRows = (from: number, to: number) => Promise<Row[]>;

/** Tracks the selected rows, in the order of selection. */
export function useSelection(fetchRows: FetchRows) {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const anchor = useRef<number | null>(null);

  const toggle = useCallback((index: number, row: Row) => {
    anchor.current = index;
    setRows((before) => {
      const after = new Map(before);
      if (!after.delete(row.uuid)) after.set(row.uuid, row);
      return after;
    });
  }, []);

  /** Selects from the last selected row to this one, loading rows as needed. */
  const extendTo = useCallback(
    async (index: number) => {
      const from = anchor.current ?? index;
      anchor.current = from;
      const [low, high] = from < index ? [from, index] : [index, from];
      const start = from < index ? low : Math.max(low, high - MAX_RANGE + 1);
      const found = await fetchRows(start, Math.min(high, start + MAX_RANGE - 1));
      setRows((before) => new Map([...before, ...found.map((row) => [row.uuid, row] as const)]));
    },
    [fetchRows],
  );

  const selectFirst = useCallback(
    async (count: number) => {
      const found = await fetchRows(0, Math.min(count, MAX_RANGE) - 1);
      setRows(new Map(found.map((row) => [row.uuid, row])));
    },
    [fetchRows],
  );

  const remove = useCallback((uuids: readonly string[]) => {
    setRows((before) => new Map([...before].filter(([uuid]) => !uuids.includes(uuid))));
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

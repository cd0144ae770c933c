import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { Position } from './position';

interface GridPosition {
  active: Position;
  top: number;
  hadFocus: boolean;
}

const INITIAL_CELL: Position = { row: 0, column: 1 };
/** Returns the query key for the saved position of a grid, per history entry. */
const positionKey = (entry: string) => ['place', entry];

/**
 * Tracks the cell that is the tab stop. Resets to the top for a new query. Restores the cell and the scroll
 * position when the user navigates back.
 */
export function useActiveCell(scroller: RefObject<HTMLElement | null>, queryHash: string, hasRows: boolean) {
  const { key } = useLocation();
  const queries = useQueryClient();
  const [saved] = useState(() => queries.getQueryData<GridPosition>(positionKey(key)));
  const [active, setActive] = useState(saved?.active ?? INITIAL_CELL);

  const [lastHash, setLastHash] = useState(queryHash);
  if (lastHash !== queryHash) {
    setLastHash(queryHash);
    if (active.row > 0) setActive({ row: 0, column: active.column });
  }
  useEffect(() => {
    if (lastHash) scroller.current?.scrollTo({ top: 0 });
  }, [lastHash, scroller]);

  const latest = useRef({ key, active });
  useEffect(() => {
    latest.current = { key, active };
  }, [key, active]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return () => {
      const position: GridPosition = {
        active: latest.current.active,
        top: element.scrollTop,
        hadFocus: element.contains(document.activeElement),
      };
      queries.setQueryData(positionKey(latest.current.key), position);
    };
  }, [scroller, queries]);

  const isRestored = useRef(saved === undefined);
  useEffect(() => {
    if (isRestored.current || !saved || !hasRows) return;
    isRestored.current = true;
    scroller.current?.scrollTo({ top: saved.top });
    if (saved.hadFocus) {
      scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    }
  }, [saved, hasRows, scroller]);

  return { active, setActive };
}

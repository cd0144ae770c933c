import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { Position } from './position';

interface Place {
  active: Position;
  top: number;
  hadFocus: boolean;
}

const START: Position = { row: 0, column: 1 };
/** Returns the query key for the saved position of a grid, per history entry. */
const placeKey = (entry: string) => ['place', entry];

/**
 * Tracks the cell that is the tab stop. Resets to the top for a new query. Restores the cell and the scroll
 * position when the user navigates back.
 */
export function useActiveCell(
  scroller: RefObject<HTMLElement | null>,
  questionKey: string,
  hasRows: boolean,
) {
  const { key } = useLocation();
  const queries = useQueryClient();
  const [place] = useState(() => queries.getQueryData<Place>(placeKey(key)));
  const [active, setActive] = useState(place?.active ?? START);

  const [asked, setAsked] = useState(questionKey);
  if (asked !== questionKey) {
    setAsked(questionKey);
    if (active.row > 0) setActive({ row: 0, column: active.column });
  }
  useEffect(() => {
    if (asked) scroller.current?.scrollTo({ top: 0 });
  }, [asked, scroller]);

  const latest = useRef({ key, active });
  useEffect(() => {
    latest.current = { key, active };
  }, [key, active]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return () => {
      const left: Place = {
        active: latest.current.active,
        top: element.scrollTop,
        hadFocus: element.contains(document.activeElement),
      };
      queries.setQueryData(placeKey(latest.current.key), left);
    };
  }, [scroller, queries]);

  const isBack = useRef(place === undefined);
  useEffect(() => {
    if (isBack.current || !place || !hasRows) return;
    isBack.current = true;
    scroller.current?.scrollTo({ top: place.top });
    if (place.hadFocus) {
      scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    }
  }, [place, hasRows, scroller]);

  return { active, setActive };
}

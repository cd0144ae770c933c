import { inOwnFrame } from './own-frame';
import { useEffect, useState } from 'react';

/**
 * Returns how many of `count` items to render now. Adds `aFrame` items per frame to keep the page
 * responsive.
 */
export function useGradually(count: number, aFrame: number): number {
  const [drawn, setDrawn] = useState(aFrame);
  useEffect(() => {
    if (drawn >= count) return;
    return inOwnFrame(() => setDrawn(drawn + aFrame));
  }, [drawn, count, aFrame]);
  return Math.min(drawn, count);
}

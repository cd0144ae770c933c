import { inOwnFrame } from './own-frame';
import { useEffect, useState } from 'react';

/** How many of so many parts are drawn by now: a few more in each frame, for what would hold the page up in one. */
export function useGradually(count: number, aFrame: number): number {
  const [drawn, setDrawn] = useState(aFrame);
  useEffect(() => {
    if (drawn >= count) return;
    return inOwnFrame(() => setDrawn(drawn + aFrame));
  }, [drawn, count, aFrame]);
  return Math.min(drawn, count);
}

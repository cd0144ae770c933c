import { enqueueFrame } from './frame-queue';
import { useEffect, useState } from 'react';

/**
 * Returns how many of `count` items to render now. Adds `perFrame` items per frame to keep the page
 * responsive.
 */
export function useProgressiveCount(count: number, perFrame: number): number {
  const [rendered, setRendered] = useState(perFrame);
  useEffect(() => {
    if (rendered >= count) return;
    return enqueueFrame(() => setRendered(rendered + perFrame));
  }, [rendered, count, perFrame]);
  return Math.min(rendered, count);
}

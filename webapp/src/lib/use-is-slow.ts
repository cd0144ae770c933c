import { useEffect, useState } from 'react';

/** Shorter loading times show no placeholder. */
const SLOW_MS = 300;

/** Returns whether loading has taken long enough to show a placeholder. */
export function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}

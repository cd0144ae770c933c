import { useEffect, useState } from 'react';
import { whenQuiet } from './when-quiet';

/** Loads a module when `wanted` becomes true. Returns null until it is loaded. */
export function useModule<T>(load: () => Promise<T>, wanted: boolean): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  useEffect(() => {
    if (!wanted || loaded) return;
    let isCurrent = true;
    void load().then((module) => isCurrent && setLoaded({ module }));
    return () => {
      isCurrent = false;
    };
  }, [load, wanted, loaded]);
  useEffect(() => whenQuiet(() => void load().catch(() => undefined)), [load]);
  return loaded?.module ?? null;
}

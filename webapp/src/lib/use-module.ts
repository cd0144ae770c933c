import { useEffect, useState } from 'react';

/** A part of the app that is loaded when it is first wanted; null until then. */
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
  return loaded?.module ?? null;
}

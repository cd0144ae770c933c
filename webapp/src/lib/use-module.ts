import { useEffect, useState } from 'react';
import { loadOnline } from './load-online';
import { showMessage } from './toast';
import { whenQuiet } from './when-quiet';

/** Loads a module when `wanted` becomes true. Returns null until it is loaded. */
export function useModule<T>(load: () => Promise<T>, wanted: boolean): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  useEffect(() => {
    if (!wanted || loaded) return;
    let isCurrent = true;
    loadOnline(load).then(
      (module) => isCurrent && setLoaded({ module }),
      () => isCurrent && showMessage(FAILED),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, wanted, loaded]);
  useEffect(() => whenQuiet(() => void load().catch(() => undefined)), [load]);
  return loaded?.module ?? null;
}

const FAILED = {
  title: 'Something went wrong',
  message: 'A part of the page could not be loaded. Reload the page.',
  kind: 'error',
} as const;

import { useEffect, useState } from 'react';
import { loadWhenOnline } from './load-when-online';
import { showMessage } from './toast';
import { whenQuiet } from './when-quiet';

/** Loads a module when `enabled` becomes true. Returns null until it is loaded. */
export function useModule<T>(load: () => Promise<T>, enabled: boolean): T | null {
  const [loaded, setLoaded] = useState<{ module: T } | null>(null);
  useEffect(() => {
    if (!enabled || loaded) return;
    let isCurrent = true;
    loadWhenOnline(load).then(
      (module) => isCurrent && setLoaded({ module }),
      () => isCurrent && showMessage(FAILED),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, enabled, loaded]);
  useEffect(() => whenQuiet(() => void load().catch(() => undefined)), [load]);
  return loaded?.module ?? null;
}

const FAILED = {
  title: 'Something went wrong',
  message: 'A part of the page could not be loaded. Reload the page.',
  kind: 'error',
} as const;

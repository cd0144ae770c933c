import { whenQuiet } from '@/lib/when-quiet';
import { useEffect } from 'react';
import { useMatches } from 'react-router';
import type { ListHandle } from '../prefetch-page';

/** Loads the code of record pages while a list is shown and nothing else happens. */
export function usePreloadedRecord(): void {
  const handle = useMatches().at(-1)?.handle as ListHandle | undefined;
  useEffect(
    // A failure shows when a record is opened.
    () => handle && whenQuiet(() => void handle.loadRecord().catch(() => undefined)),
    [handle],
  );
}

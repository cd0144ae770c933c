import { whenQuiet } from '@/lib/when-quiet';
import type { ListHandle } from './prefetch-page';
import type { AppRouter } from './router';

/** Loads the code of record pages while a list is shown and nothing else happens. */
export function preloadRecords(router: Pick<AppRouter, 'state' | 'subscribe'>): void {
  let cancel: (() => void) | undefined;
  const preload = ({ matches }: AppRouter['state']) => {
    cancel?.();
    const handle = matches.at(-1)?.route.handle as ListHandle | undefined;
    // A failure shows when a record is opened.
    cancel = handle && whenQuiet(() => void handle.loadRecord().catch(() => undefined));
  };
  preload(router.state);
  router.subscribe(preload);
}

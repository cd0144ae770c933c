import { whenQuiet } from '@/lib/when-quiet';
import type { ListHandle } from './prefetch-page';
import type { AppRouter } from './router';

/** Loads the code of record pages from a list, when the pointer reaches a link or the user is idle. */
export function preloadRecords(router: Pick<AppRouter, 'state' | 'subscribe'>): void {
  let load: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  const preload = ({ matches }: AppRouter['state']) => {
    cancel?.();
    const handle = matches.at(-1)?.route.handle as ListHandle | undefined;
    // A failure is shown once a record is opened.
    load = handle && (() => void handle.loadRecord().catch(() => undefined));
    cancel = load && whenQuiet(load);
  };
  preload(router.state);
  router.subscribe(preload);
  document.addEventListener('pointerover', ({ target }) => (target as Element).closest('a') && load?.());
}

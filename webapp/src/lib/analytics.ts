import type { DataRouter } from 'react-router';

/** Reports page visits by route pattern, without the ids in the URL. */
export function trackPageViews(router: DataRouter, address: string): void {
  let last = '';
  const count = ({ location, matches, navigation }: DataRouter['state']) => {
    const page = matches.at(-1)?.route.path;
    if (navigation.state !== 'idle' || !page || location.pathname === last) return;
    last = location.pathname;
    navigator.sendBeacon(address, JSON.stringify({ page }));
  };
  count(router.state);
  router.subscribe(count);
}

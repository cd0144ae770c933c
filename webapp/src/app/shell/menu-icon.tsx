import type { MenuIcon as Name } from 'firmbook-wasm';
import { lazy, Suspense } from 'react';

const Drawn = lazy(async () => ({ default: (await import('./menu-icons')).DrawnIcon }));

/** The sign before an entry; its place is kept while the signs are loaded. */
export function MenuIcon({ icon }: { icon: Name }) {
  return (
    <Suspense fallback={<svg width={16} height={16} aria-hidden />}>
      <Drawn icon={icon} />
    </Suspense>
  );
}

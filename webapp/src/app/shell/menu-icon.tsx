import type { MenuIcon as Name } from 'firmbook-wasm';
import { lazy, Suspense } from 'react';

const LazyIcon = lazy(async () => ({ default: (await import('./menu-icons')).MenuIconSvg }));

/** The icon of a menu entry. Reserves its space while the icons load. */
export function MenuIcon({ icon }: { icon: Name }) {
  return (
    <Suspense fallback={<svg width={16} height={16} aria-hidden />}>
      <LazyIcon icon={icon} />
    </Suspense>
  );
}

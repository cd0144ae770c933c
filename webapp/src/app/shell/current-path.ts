import { paths } from '@/lib/paths';
import type { MenuEntry } from 'firmbook-wasm';

/** Returns the menu path for a page: its own path, or the longest menu path that contains it. */
export function currentPath(menu: readonly MenuEntry[], pathname: string): string | null {
  const matching = allPaths(menu).filter((path) =>
    path === paths.home ? pathname === path : `${pathname}/`.startsWith(`${path}/`),
  );
  return matching.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const allPaths = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path ? [entry.path] : []), ...allPaths(entry.children)]);

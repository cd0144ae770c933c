import { paths } from '@/lib/paths';
import type { MenuEntry } from 'firmbook-wasm';

const GO_TO: readonly [letter: string, label: string, path: string][] = [
  ['h', 'Home', paths.home],
  ['p', 'Life policies', paths.policies],
  ['n', 'Annuities', paths.annuities],
  ['a', 'Agents', paths.agents],
  ['i', 'Insureds', paths.insureds],
  ['o', 'Owners', paths.owners],
  ['c', 'Cohorts', paths.cohorts],
  ['r', 'Policy reports', paths.reports('policies')],
  ['d', 'Policy dashboard', paths.dashboard],
];

/** A page opened with `g` and a letter. */
export interface GoTo {
  letter: string;
  label: string;
  path: string;
}

/** Returns the pages with a letter that are in the user's menu. */
export function goTo(menu: readonly MenuEntry[]): GoTo[] {
  const known = new Set<string>();
  const visit = (entries: readonly MenuEntry[]) => {
    for (const { path, children } of entries) {
      if (path) known.add(path);
      visit(children);
    }
  };
  visit(menu);
  return GO_TO.filter(([, , path]) => known.has(path)).map(([letter, label, path]) => ({
    letter,
    label,
    path,
  }));
}

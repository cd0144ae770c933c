import { paths } from '@/lib/paths';
import type { MenuEntry } from 'firmbook-wasm';

/** Pages that `g` and a letter open. */
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

/** Returns the pages in the user's menu that have a letter. */
export function goTo(menu: readonly MenuEntry[]) {
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

interface Section {
  title: string;
  keys: readonly (readonly [keys: string, what: string])[];
}

/** Shortcuts that the pages themselves handle. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search and commands (⌘K on a Mac)'],
      ['?', 'This list'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'Records',
    keys: [
      ['J', 'Next record of the list'],
      ['K', 'Previous record of the list'],
    ],
  },
  {
    title: 'Possible duplicates',
    keys: [
      ['N', 'Mark the pair as not duplicates'],
      ['M', 'Go to the merge button'],
      ['J', 'Next pair of the list'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['/', 'Search the list'],
      ['↑ ↓ ← →', 'Move between cells'],
      ['Enter', 'Open the record, or sort by the column'],
      ['Space', 'Select the row'],
      ['Shift ↑ ↓', 'Select a range'],
      ['Home / End', 'First or last column, with Ctrl first or last row'],
    ],
  },
];

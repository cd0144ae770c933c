import type { SavedView } from 'firmbook-wasm';
import { shownKeys } from '../state/columns';
import { formatItem } from '../state/filter-text';

type ViewQuery = Omit<SavedView, 'name'>;

/** Returns whether two views have the same query and columns. Ignores names and widths. */
export const sameView = (a: ViewQuery, b: ViewQuery) => serialize(a) === serialize(b);

const serialize = ({ columns, sort = [], filter = [], searchText = '' }: ViewQuery) =>
  JSON.stringify([
    shownKeys(columns),
    sort.map(({ column, direction }) => [column, direction]),
    filter.map(formatItem),
    searchText.trim(),
  ]);

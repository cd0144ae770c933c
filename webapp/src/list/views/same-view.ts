import type { SavedView } from 'firmbook-wasm';
import { shownKeys } from '../state/columns';
import { formatItem } from '../state/filter-text';

type Question = Omit<SavedView, 'name'>;

/** Returns whether two views have the same query and columns. Ignores names and widths. */
export const sameView = (a: Question, b: Question) => asText(a) === asText(b);

const asText = ({ columns, sort = [], filter = [], searchText = '' }: Question) =>
  JSON.stringify([
    shownKeys(columns),
    sort.map(({ column, direction }) => [column, direction]),
    filter.map(formatItem),
    searchText.trim(),
  ]);

import { matchesSearch } from 'firmbook-wasm';
import type { GridColumn } from '../types';

/** Returns whether the user's or the default label of a column matches a search. */
export const matchesColumn = ({ label, defaultLabel }: GridColumn, text: string) =>
  matchesSearch(label, text) || matchesSearch(defaultLabel, text);

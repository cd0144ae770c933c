import type { ColumnMapping, Mapping } from 'firmbook-wasm';

export type Column = Required<ColumnMapping>;

/** A mapping as the server tells it: what a caller may leave out is there. */
export type WholeMapping = Required<Omit<Mapping, 'columns'>> & { columns: Column[] };

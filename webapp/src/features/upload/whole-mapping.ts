import type { ColumnMapping, Mapping } from 'firmbook-wasm';

export type MappedColumn = Required<ColumnMapping>;

/** A mapping as returned by the server, with all fields. Requests may omit some. */
export type WholeMapping = Required<Omit<Mapping, 'columns'>> & { columns: MappedColumn[] };

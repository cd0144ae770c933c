import type { Block } from 'firmbook-wasm';

export type { Block, Inline, ListItem, Mark, RichText, TableCell, TableRow } from 'firmbook-wasm';

/** Blocks that a table cell can contain. */
export type CellBlock = Exclude<Block, { type: 'heading' | 'table' }>;

export type HeadingLevel = 1 | 2 | 3;

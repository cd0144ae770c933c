/** A formatted text. The server rejects any other node, mark or attribute. */
export interface RichText {
  type: 'doc';
  content: Block[];
}

export type Block =
  | CellBlock
  | { type: 'heading'; attrs: { level: HeadingLevel }; content?: Inline[] }
  | { type: 'table'; content: TableRow[] };

/** Blocks that a table cell can contain. */
export type CellBlock =
  { type: 'paragraph'; content?: Inline[] } | { type: 'bulletList' | 'orderedList'; content: ListItem[] };

export type HeadingLevel = 1 | 2 | 3;

export interface ListItem {
  type: 'listItem';
  content: Block[];
}

/** All rows of a table have the same number of cells. */
export interface TableRow {
  type: 'tableRow';
  content: TableCell[];
}

export interface TableCell {
  type: 'tableHeader' | 'tableCell';
  content: CellBlock[];
}

export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' };

export type Mark = { type: 'bold' | 'italic' | 'underline' } | { type: 'link'; attrs: { href: string } };

import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import { Table as TiptapTable } from '@tiptap/extension-table/table';

const CELL = '(paragraph | bulletList | orderedList)+';

/** Attributes that the table commands require. Cells are never merged, so the values are constant. */
const attributes = () => ({
  colspan: { default: 1, rendered: false, parseHTML: () => 1 },
  rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

/** Tab moves to the next cell. In the last cell, Tab leaves the editor instead of adding a row. */
const Table = TiptapTable.extend({
  // The original renders widths as inline styles.
  renderHTML: () => ['table', ['tbody', 0]],

  addKeyboardShortcuts() {
    return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() };
  },
}).configure({ View: null });

export const TABLES = [
  Table,
  TableRow.extend({ content: '(tableCell | tableHeader)+' }),
  TableCell.extend({ content: CELL, addAttributes: attributes }),
  TableHeader.extend({ content: CELL, addAttributes: attributes }),
];

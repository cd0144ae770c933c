import type { ChainedCommands, Editor } from '@tiptap/core';

interface TableAction {
  label: string;
  isDestructive?: boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const SIZE = { rows: 3, cols: 3, withHeaderRow: true };

/** Returns whether a table can be inserted at the cursor. Lists and table cells cannot contain tables. */
export const canInsertTable = (editor: Editor) => !editor.isActive('table') && !editor.isActive('listItem');

/** Inserts a table. At the end of the text, adds an empty line below it. */
export function insertTable(chain: ChainedCommands): ChainedCommands {
  return chain.insertTable(SIZE).command(({ tr, state }) => {
    const { paragraph } = state.schema.nodes;
    if (paragraph && tr.doc.lastChild?.type.name === 'table')
      tr.insert(tr.doc.content.size, paragraph.create());
    return true;
  });
}

/** Actions on the table at the cursor. */
export const TABLE_ACTIONS: readonly TableAction[] = [
  { label: 'Insert row above', run: (chain) => chain.addRowBefore() },
  { label: 'Insert row below', run: (chain) => chain.addRowAfter() },
  { label: 'Insert column left', run: (chain) => chain.addColumnBefore() },
  { label: 'Insert column right', run: (chain) => chain.addColumnAfter() },
  { label: 'Turn header row on or off', run: (chain) => chain.toggleHeaderRow() },
  { label: 'Delete row', isDestructive: true, run: (chain) => chain.deleteRow() },
  { label: 'Delete column', isDestructive: true, run: (chain) => chain.deleteColumn() },
  { label: 'Delete table', isDestructive: true, run: (chain) => chain.deleteTable() },
];

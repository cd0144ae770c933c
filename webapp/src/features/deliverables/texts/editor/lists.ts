import type { Editor } from '@tiptap/core';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem as TiptapListItem } from '@tiptap/extension-list/item';
import { ListKeymap } from '@tiptap/extension-list/keymap';
import { OrderedList } from '@tiptap/extension-list/ordered-list';

/** Tab indents only at the start of an item. Elsewhere it leaves the editor. */
const ListItem = TiptapListItem.extend({
  content: 'paragraph (paragraph | bulletList | orderedList)*',

  addKeyboardShortcuts() {
    const { name, editor } = this;
    return {
      Enter: () => editor.commands.splitListItem(name),
      Tab: () => isAtStart(editor) && editor.commands.sinkListItem(name),
      'Shift-Tab': () => isAtStart(editor) && editor.commands.liftListItem(name),
    };
  },
});

/** Returns whether the cursor is at the start of a text block, or the selection spans several blocks. */
function isAtStart({ state }: Editor): boolean {
  const { empty, $from, $to } = state.selection;
  return empty ? $from.parentOffset === 0 : !$from.sameParent($to);
}

export const LISTS = [
  BulletList,
  // Stored lists have neither a start number nor a numbering style.
  OrderedList.extend({ addAttributes: () => ({}) }),
  ListItem,
  ListKeymap,
];

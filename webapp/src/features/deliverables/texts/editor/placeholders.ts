import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export const placeholderText = (name: string) => `{{${name}}}`;

/** Highlights the placeholders in the text, and marks unknown ones as errors. */
export const Placeholders = Extension.create<{ names: readonly string[] }>({
  name: 'placeholders',

  addOptions: () => ({ names: [] }),

  addProseMirrorPlugins() {
    const names = new Set(this.options.names);
    const decorate = (doc: Node) => DecorationSet.create(doc, decorationsOf(doc, names));
    const plugin: Plugin<DecorationSet> = new Plugin({
      state: {
        init: (_, { doc }) => decorate(doc),
        apply: (transaction, before) => (transaction.docChanged ? decorate(transaction.doc) : before),
      },
      props: { decorations: (state) => plugin.getState(state) },
    });
    return [plugin];
  },
});

function decorationsOf(doc: Node, names: ReadonlySet<string>): Decoration[] {
  const found: Decoration[] = [];
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true;
    const text = block.textBetween(0, block.content.size, undefined, '\ufffc');
    for (const { 0: match, 1: name = '', index } of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
      const isKnown = names.has(name.trim()) && isInOneTextNode(block, index, index + match.length);
      const from = position + 1 + index;
      found.push(Decoration.inline(from, from + match.length, isKnown ? KNOWN_ATTRIBUTES : UNKNOWN));
    }
    return false;
  });
  return found;
}

/** Returns whether a range is a single text node, which means that its formatting is uniform. */
function isInOneTextNode(block: Node, from: number, to: number): boolean {
  const { node, offset } = block.childAfter(from);
  return node !== null && offset + node.nodeSize >= to;
}

const KNOWN_ATTRIBUTES = { 'data-placeholder': 'known' };
const UNKNOWN = { 'data-placeholder': 'unknown', title: 'Unknown field' };

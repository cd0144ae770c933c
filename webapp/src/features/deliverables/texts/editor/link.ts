import { Mark } from '@tiptap/core';
import { NodeSelection, type EditorState } from '@tiptap/pm/state';
import { safeHref } from '../safe-href';

/** A link. Unlike Tiptap's own link mark, this one stores only the target. */
export const Link = Mark.create({
  name: 'link',
  // Text typed at the end of a link is not part of it.
  inclusive: false,
  priority: 1000,

  addAttributes: () => ({ href: { default: null } }),

  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = safeHref(element.getAttribute('href') ?? '');
        return href !== null && { href };
      },
    },
  ],

  renderHTML: ({ HTMLAttributes }) => [
    'a',
    { href: safeHref(String(HTMLAttributes.href ?? '')), rel: 'noopener noreferrer', target: '_blank' },
    0,
  ],
});

/** Returns whether the selected text can become a link, or the cursor is in one. */
export const canLink = ({ selection }: EditorState) =>
  (!selection.empty && !(selection instanceof NodeSelection)) ||
  selection.$from.marks().some(({ type }) => type.name === 'link');

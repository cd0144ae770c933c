import { isNodeActive, Node } from '@tiptap/core';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { Selection, type EditorState } from '@tiptap/pm/state';
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react';
import { imageOf } from '../stored-text';
import type { ImageAttributes } from '../rich-text';
import { TextImageView } from '../text-image-view';

/** A block with one of the firm's images. */
export const Image = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    uuid: { default: '' },
    alt: { default: '' },
    width: { default: 100 },
  }),

  // Matches images copied from an editor of this portal. Other images are not stored with the firm.
  parseHTML: () => [
    {
      tag: 'img[data-uuid]',
      getAttrs: (element) => {
        const { uuid, width } = element.dataset;
        const image = imageOf({ uuid, alt: element.getAttribute('alt'), width: Number(width) });
        return image ? { ...image } : false;
      },
    },
  ],

  renderHTML: ({ node: { attrs } }) => [
    'img',
    {
      alt: String(attrs.alt),
      'data-uuid': String(attrs.uuid),
      'data-width': String(attrs.width),
    },
  ],

  addNodeView: () => ReactNodeViewRenderer(ImageNode),
});

function ImageNode({ node }: NodeViewProps) {
  const image = imageOf(node.attrs);
  return <NodeViewWrapper data-drag-handle>{image && <TextImageView {...image} />}</NodeViewWrapper>;
}

/** Returns the selected image, or null. */
export const selectedImage = (editor: Editor): ImageAttributes | null =>
  editor.isActive('image') ? imageOf(editor.getAttributes('image')) : null;

/** Returns whether an image can be inserted at the cursor. Lists and table cells cannot contain images. */
export const canInsertImage = (state: EditorState) =>
  !isNodeActive(state, 'table') && !isNodeActive(state, 'listItem');

/** Inserts an image or changes the selected one. Moves the cursor below, so typing does not replace it. */
export function setImage(chain: ChainedCommands, attrs: ImageAttributes): ChainedCommands {
  return chain.insertContent({ type: 'image', attrs }).command(({ tr, state }) => {
    const { paragraph } = state.schema.nodes;
    if (paragraph && tr.doc.lastChild?.type.name === 'image')
      tr.insert(tr.doc.content.size, paragraph.create());
    tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.to)));
    return true;
  });
}

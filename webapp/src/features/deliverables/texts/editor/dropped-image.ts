import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { canInsertImage } from './image';

/** Media types of images that texts can contain. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const imageIn = (files: FileList) => [...files].find(({ type }) => IMAGE_TYPES.includes(type));

/** Editor handlers that pass pasted and dropped images to `onImage`. */
export const imageHandlers = (onImage: (file: File) => void) => ({
  handlePaste: ({ state }: EditorView, { clipboardData }: ClipboardEvent) => {
    // Office programs also put a picture of copied text on the clipboard.
    if (!clipboardData || clipboardData.getData('text/plain') !== '') return false;
    const image = imageIn(clipboardData.files);
    if (!image || !canInsertImage(state)) return false;
    onImage(image);
    return true;
  },
  handleDrop: (view: EditorView, event: DragEvent) => {
    const files = event.dataTransfer?.files;
    if (!files || files.length === 0) return false;
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault();
    const image = imageIn(files);
    const position = view.posAtCoords({ left: event.clientX, top: event.clientY });
    if (!image || !position) return true;
    view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position.pos))));
    if (canInsertImage(view.state)) onImage(image);
    return true;
  },
});

import { Editor } from '@tiptap/core';
import { extensionsOf } from './editor/extensions';
import { cleanHtml } from './paste/clean-html';
import { storedOf } from './stored-text';

/** Returns the stored text after pasting HTML into an empty editor. */
export function pasteHtml(html: string) {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: extensionsOf([]),
    injectCSS: false,
    editorProps: { transformPastedHTML: cleanHtml },
  });
  // jsdom has no ClipboardEvent.
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  const stored = storedOf(editor.getJSON());
  editor.destroy();
  return stored;
}

/** Returns the editor that an element belongs to. */
export function editorOf(element: HTMLElement): Editor {
  const { editor } = element as HTMLElement & { editor?: Editor };
  if (!editor) throw new Error('the element is not an editor');
  return editor;
}

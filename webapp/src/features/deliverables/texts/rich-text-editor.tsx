import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import type { EditorView } from '@tiptap/pm/view';
import { useEditor } from '@tiptap/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Placeholder } from 'firmbook-wasm';
import { imageHandlers } from './editor/dropped-image';
import { extensionsOf, INPUT_RULES } from './editor/extensions';
import { canLink } from './editor/link';
import { ImageForm } from './editor/image-form';
import { LinkForm } from './editor/link-form';
import { Toolbar } from './editor/toolbar';
import { cleanHtml } from './paste/clean-html';
import type { RichText } from './rich-text';
import { storedOf } from './stored-text';
import content from './rich-text.module.css';
import classes from './rich-text-editor.module.css';

interface OpenForm {
  name: 'link' | 'image';
  /** An image that was pasted or dropped. */
  file?: File;
}

interface RichTextEditorProps {
  /** Accessible name of the text. */
  label: string;
  /** Initial text. Later values are ignored. */
  initial: RichText;
  onChange: (value: RichText) => void;
  /** Fields that the menu inserts. */
  placeholders: readonly Placeholder[];
  /** Whether the text can show images of the firm. */
  hasImages?: boolean;
  error?: string | null;
  /** Returns a warning about the plain text, if any. Called on blur. */
  warningOf?: (words: string) => string | undefined;
  /** Focuses the text when it appears. */
  autoFocusEditor?: boolean;
}

/** Editor for a formatted text with placeholders. */
export function RichTextEditor({
  label,
  initial,
  onChange,
  placeholders,
  hasImages = true,
  error = null,
  warningOf,
  autoFocusEditor = false,
}: RichTextEditorProps) {
  const id = useId();
  const [open, setOpen] = useState<OpenForm>();
  const [warning, setWarning] = useState<string>();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const [options] = useState(() => ({
    extensions: extensionsOf(placeholders.map(({ name }) => name)),
    content: initial,
    autofocus: autoFocusEditor && ('start' as const),
    // The page's security policy forbids injected styles. They are in the style sheet.
    injectCSS: false,
    enableInputRules: INPUT_RULES,
    enablePasteRules: false,
  }));
  const editorProps = useMemo(
    () => ({
      transformPastedHTML: cleanHtml,
      attributes: {
        id: `${id}text`,
        role: 'textbox',
        'aria-multiline': 'true',
        ...(autoFocusEditor && { 'data-autofocus': 'true' }),
        'aria-label': label,
        'aria-describedby': `${id}hint`,
        'aria-invalid': String(error !== null),
        ...(error && { 'aria-errormessage': `${id}error` }),
      },
      handleKeyDown: ({ state }: EditorView, event: KeyboardEvent) => {
        const isLink = event.key === 'k' && (event.metaKey || event.ctrlKey);
        if (isLink && canLink(state)) setOpen({ name: 'link' });
        return isLink;
      },
      ...(hasImages && imageHandlers((file) => setOpen({ name: 'image', file }))),
    }),
    [id, label, error, autoFocusEditor, hasImages],
  );
  const editor = useEditor({
    ...options,
    onUpdate: ({ editor: changed }) => latest.current(storedOf(changed.getJSON())),
    onBlur: ({ editor: blurred }) => setWarning(warningOf?.(blurred.getText())),
    editorProps,
  });
  const toggle = (name: OpenForm['name']) => setOpen(open?.name === name ? undefined : { name });
  const close = () => setOpen(undefined);
  return (
    <div className={classes.editor}>
      <Frame editor={editor} withTypographyStyles={false} className={classes.frame ?? ''}>
        <Toolbar
          editor={editor}
          placeholders={placeholders}
          controls={`${id}text`}
          isLinkOpen={open?.name === 'link'}
          onLink={() => toggle('link')}
          isImageOpen={open?.name === 'image'}
          onImage={hasImages ? () => toggle('image') : null}
        />
        {open?.name === 'link' && <LinkForm editor={editor} onClose={close} />}
        {open?.name === 'image' && (
          <ImageForm key={open.file?.lastModified} editor={editor} file={open.file} onClose={close} />
        )}
        <Frame.Content className={`${classes.content} ${content.text}`} />
      </Frame>
      <p className={classes.hint} id={`${id}hint`}>
        Press Alt+F10 for the toolbar.
      </p>
      {warning && (
        <p className={classes.hint} role="status">
          {warning}
        </p>
      )}
      {error && (
        <p className={classes.error} id={`${id}error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

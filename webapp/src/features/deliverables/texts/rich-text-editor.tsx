import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { extensionsOf, INPUT_RULES } from './editor/extensions';
import { LinkForm } from './editor/link-form';
import type { Placeholder } from './editor/placeholders';
import { Toolbar } from './editor/toolbar';
import { cleanHtml } from './paste/clean-html';
import type { RichText } from './rich-text';
import { storedOf } from './stored-text';
import content from './rich-text.module.css';
import classes from './rich-text-editor.module.css';

interface RichTextEditorProps {
  /** Accessible name of the text. */
  label: string;
  /** The text to start with. Later values are ignored. */
  initial: RichText;
  onChange: (value: RichText) => void;
  /** Fields that the menu inserts. */
  placeholders: readonly Placeholder[];
  error?: string | null;
}

/** Editor for a formatted text with placeholders. */
export function RichTextEditor({
  label,
  initial,
  onChange,
  placeholders,
  error = null,
}: RichTextEditorProps) {
  const id = useId();
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const [options] = useState(() => ({
    extensions: extensionsOf(placeholders.map(({ name }) => name)),
    content: initial,
    // The page's security policy forbids it. The styles are in the style sheet.
    injectCSS: false,
    enableInputRules: INPUT_RULES,
    enablePasteRules: false,
  }));
  const editor = useEditor({
    ...options,
    onUpdate: ({ editor: changed }) => latest.current(storedOf(changed.getJSON())),
    editorProps: {
      transformPastedHTML: cleanHtml,
      attributes: {
        id: `${id}text`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}hint`,
        'aria-invalid': String(error !== null),
        ...(error && { 'aria-errormessage': `${id}error` }),
      },
      handleKeyDown: (view, event) => {
        const isLink = event.key === 'k' && (event.metaKey || event.ctrlKey);
        if (isLink && (editor.isActive('link') || !view.state.selection.empty)) setIsLinkOpen(true);
        return isLink;
      },
    },
  });
  return (
    <div className={classes.editor}>
      <Frame editor={editor} withTypographyStyles={false} className={classes.frame ?? ''}>
        <Toolbar
          editor={editor}
          placeholders={placeholders}
          controls={`${id}text`}
          isLinkOpen={isLinkOpen}
          onLink={() => setIsLinkOpen(!isLinkOpen)}
        />
        {isLinkOpen && <LinkForm editor={editor} onClose={() => setIsLinkOpen(false)} />}
        <Frame.Content className={`${classes.content} ${content.text}`} />
      </Frame>
      <p className={classes.hint} id={`${id}hint`}>
        Press Alt+F10 for the toolbar.
      </p>
      {error && (
        <p className={classes.error} id={`${id}error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

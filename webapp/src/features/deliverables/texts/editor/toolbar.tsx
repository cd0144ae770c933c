import { IconLink, IconPhoto } from '@/components/icons';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEffect } from 'react';
import { FORMATS, HEADINGS, HISTORY, LIST_ACTIONS, type Action } from './actions';
import { FieldMenu } from './field-menu';
import { canInsertImage } from './image';
import { canLink } from './link';
import type { Placeholder } from 'firmbook-wasm';
import { TableMenu } from './table-menu';
import { ToolbarButton } from './toolbar-button';
import { StopProvider, useToolbarStop } from './toolbar-stop';
import classes from '../rich-text-editor.module.css';

const GROUPS = [FORMATS, HEADINGS, LIST_ACTIONS, HISTORY] as const;

interface ToolbarProps {
  editor: Editor;
  placeholders: readonly Placeholder[];
  /** Id of the text area. */
  controls: string;
  isLinkOpen: boolean;
  onLink: () => void;
  isImageOpen: boolean;
  /** Null without images. */
  onImage: (() => void) | null;
}

/** The toolbar of the editor. Alt+F10 in the text moves the focus here. */
export function Toolbar({ editor, placeholders, controls, ...forms }: ToolbarProps) {
  const { bar, stop, onKeyDown } = useToolbarStop('Bold');
  useEffect(() => {
    const text = editor.view.dom;
    const enter = (event: KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey) return;
      event.preventDefault();
      bar.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus();
    };
    text.addEventListener('keydown', enter);
    return () => text.removeEventListener('keydown', enter);
  }, [editor, bar]);
  const link = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isActive: now.isActive('link'),
      canOpen: canLink(now.state),
    }),
  });
  const image = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ isActive: now.isActive('image'), canOpen: canInsertImage(now.state) }),
  });
  const [formats, headings, lists, history] = GROUPS.map((actions) => (
    <ActionGroup key={actions[0]?.label} editor={editor} actions={actions} />
  ));
  return (
    <StopProvider value={stop}>
      <RichTextEditor.Toolbar
        ref={bar}
        className={classes.toolbar ?? ''}
        role="toolbar"
        aria-label="Formatting"
        aria-controls={controls}
        onKeyDown={onKeyDown}
      >
        {formats}
        {headings}
        {lists}
        <RichTextEditor.ControlsGroup>
          <ToolbarButton
            label="Link"
            keys="K"
            isPressed={link.isActive || forms.isLinkOpen}
            isDisabled={!link.canOpen}
            onClick={forms.onLink}
          >
            <IconLink size={16} aria-hidden />
          </ToolbarButton>
          {forms.onImage && (
            <ToolbarButton
              label="Image"
              isPressed={image.isActive || forms.isImageOpen}
              isDisabled={!image.canOpen}
              onClick={forms.onImage}
            >
              <IconPhoto size={16} aria-hidden />
            </ToolbarButton>
          )}
        </RichTextEditor.ControlsGroup>
        <TableMenu editor={editor} />
        {placeholders.length > 0 && <FieldMenu editor={editor} placeholders={placeholders} />}
        {history}
      </RichTextEditor.Toolbar>
    </StopProvider>
  );
}

function ActionGroup({ editor, actions }: { editor: Editor; actions: readonly Action[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      actions.map(({ isActive, canRun }) => ({
        isPressed: isActive?.(now),
        isDisabled: !canRun(now.can()),
      })),
  });
  return (
    <RichTextEditor.ControlsGroup>
      {actions.map(({ label, keys, icon: Icon, run }, index) => (
        <ToolbarButton
          key={label}
          label={label}
          keys={keys}
          {...states[index]}
          onClick={() => run(editor.chain().focus()).run()}
        >
          <Icon size={16} aria-hidden />
        </ToolbarButton>
      ))}
    </RichTextEditor.ControlsGroup>
  );
}

import { RichTextEditor } from '@mantine/tiptap';
import type { ComponentProps, ReactNode } from 'react';
import { useStop } from './toolbar-stop';
import classes from '../rich-text-editor.module.css';

interface ToolbarButtonProps extends ComponentProps<typeof RichTextEditor.Control> {
  label: string;
  /** Shortcut, without Ctrl or Cmd. */
  keys?: string | undefined;
  /** Undefined for buttons without a pressed state. */
  isPressed?: boolean | undefined;
  isDisabled?: boolean;
  /** The content is text and serves as the button's name. */
  isText?: boolean;
  children: ReactNode;
}

const MODIFIER = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl+';

/** A toolbar button. Keeps the focus while disabled. */
export function ToolbarButton({ label, keys, isPressed, isDisabled, isText, ...props }: ToolbarButtonProps) {
  const stop = useStop(label);
  return (
    <RichTextEditor.Control
      {...props}
      className={classes.button ?? ''}
      active={isPressed ?? false}
      aria-label={isText ? undefined : label}
      title={isText ? undefined : keys ? `${label} (${MODIFIER}${keys})` : label}
      onClick={isDisabled ? undefined : props.onClick}
      // Mantine's button omits aria-pressed while it is not pressed.
      renderRoot={(rootProps) => (
        <button
          {...rootProps}
          {...stop}
          type="button"
          data-stop
          data-disabled={isDisabled || undefined}
          aria-disabled={isDisabled || undefined}
          aria-pressed={isPressed}
        />
      )}
    />
  );
}

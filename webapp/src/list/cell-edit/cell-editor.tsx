import { Popover } from '@mantine/core';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ExitDirection } from './use-cell-edit';
import type { CellInputProps } from './cell-field';
import classes from './cell-edit.module.css';

interface CellEditorProps {
  label: string;
  text: string;
  error: string | null;
  isSaving: boolean;
  input: (props: CellInputProps & { 'aria-errormessage': string | undefined }) => ReactNode;
  onText: (text: string) => void;
  /** `isComplete` is false for a date with missing parts. */
  onExit: (how: ExitDirection, isComplete: boolean) => void;
  onCancel: () => void;
}

// Rendered in the main landmark, because a row clips overflowing content.
const IN_MAIN = { target: '#content' };

/** Input in a cell, with its error below. */
export function CellEditor({
  label,
  text,
  error,
  isSaving,
  onText,
  onExit,
  onCancel,
  ...props
}: CellEditorProps) {
  const editor = useRef<HTMLDivElement>(null);
  const errorId = useId();

  useLayoutEffect(() => {
    const field = inputIn(editor.current);
    field?.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement) field.select();
  }, []);
  // After a failed save, return the focus to the input, unless the user has moved outside the grid.
  const onFailed = useEffectEvent(() => {
    const { activeElement, body } = document;
    const grid = editor.current?.closest('[data-grid-scroller]');
    if (activeElement === body || grid?.contains(activeElement)) inputIn(editor.current)?.focus();
  });
  useEffect(() => {
    if (error !== null && !isSaving) onFailed();
  }, [error, isSaving]);

  const exit = (how: ExitDirection) => {
    const field = inputIn(editor.current);
    onExit(how, !(field instanceof HTMLInputElement) || !field.validity.badInput);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    // In the input, the menu keys open the browser's menu instead of the row's menu.
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) event.stopPropagation();
    if (nativeEvent.isComposing || !['Enter', 'Tab', 'Escape'].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') return onCancel();
    exit(key === 'Enter' ? 'stay' : shiftKey ? 'back' : 'on');
  };

  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    // The window lost the focus, not the input.
    if (document.activeElement === target) return;
    // If no other element gets the focus, move it to the cell, so that it is not lost to the body.
    exit(relatedTarget ? 'away' : 'stay');
  };

  return (
    <Popover
      opened={error !== null}
      position="bottom-start"
      offset={4}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      portalProps={IN_MAIN}
      floatingStrategy="fixed"
      hideDetached={false}
    >
      <Popover.Target>
        <div
          ref={editor}
          role="presentation"
          className={classes.editor}
          data-busy={isSaving || undefined}
          aria-busy={isSaving || undefined}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => event.stopPropagation()}
          onBlur={onBlur}
        >
          {props.input({
            'aria-label': label,
            'aria-errormessage': error === null ? undefined : errorId,
            value: text,
            error: error !== null,
            onChange: ({ currentTarget }) => onText(currentTarget.value),
          })}
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.error ?? ''}>
        <p role="alert" id={errorId}>
          {error}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

const inputIn = (editor: HTMLElement | null) =>
  editor?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');

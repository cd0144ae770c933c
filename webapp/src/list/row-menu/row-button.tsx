import { IconDots } from '@/components/icons';
import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { focusCell } from './focus-cell';
import classes from './row-menu.module.css';

interface RowButtonProps {
  /** The row. */
  element: HTMLElement;
  opened: boolean;
  onOpen: (event: Event) => void;
}

/**
 * The "⋯" button at the right edge of the first column. Rendered into the row only while it is the
 * current one, so that scrolling renders no buttons, and Tab reaches it from the active cell.
 */
export const RowButton = (props: RowButtonProps) =>
  createPortal(
    <div
      role="gridcell"
      className={classes.cell}
      style={{ '--edge': `${edgeOf(props.element)}px` } as CSSProperties}
    >
      <Button {...props} />
    </div>,
    props.element,
  );

function Button({ element, opened, onOpen }: RowButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button may move to another row while it has the focus.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) focusCell(element);
    };
  }, [element]);
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label="Row actions"
      aria-haspopup="menu"
      aria-expanded={opened}
      onClick={(event) => onOpen(event.nativeEvent)}
    >
      <IconDots size={16} aria-hidden />
    </button>
  );
}

/** Returns the distance of the first column's right edge from the left of the row. */
const edgeOf = (row: HTMLElement) =>
  [0, 1]
    .map((column) => row.querySelector<HTMLElement>(`[data-column="${column}"]`)?.offsetWidth ?? 0)
    .reduce((sum, width) => sum + width);

import { IconDots } from '@/components/icons';
import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { focusCell } from './focus-cell';
import classes from './row-menu.module.css';

interface RowButtonProps {
  /** Element of the row. */
  element: HTMLElement;
  opened: boolean;
  onOpen: (event: Event) => void;
}

/**
 * The "⋯" button at the right edge of the first column. Rendered only into the current row, so that scrolling
 * renders no buttons, and Tab moves from the active cell to the button.
 */
export const RowButton = (props: RowButtonProps) =>
  createPortal(
    <div
      role="gridcell"
      className={classes.cell}
      style={{ '--edge': `${firstColumnEdge(props.element)}px` } as CSSProperties}
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

/** Returns the distance from the left of the row to the right edge of the first column. */
const firstColumnEdge = (row: HTMLElement) =>
  [0, 1]
    .map((column) => row.querySelector<HTMLElement>(`[data-column="${column}"]`)?.offsetWidth ?? 0)
    .reduce((sum, width) => sum + width);

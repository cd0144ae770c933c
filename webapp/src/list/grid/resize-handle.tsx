import type { PointerEvent } from 'react';
import { clampWidth } from '../state/column-width';
import type { GridColumn } from '../types';
import classes from './grid.module.css';

interface ResizeHandleProps {
  column: GridColumn;
  onResize: (column: string, width: number, done: boolean) => void;
  onFit: (column: string) => void;
}

/** The right edge of a header: drag to resize, double-click to fit. Alt and the arrow keys resize as well. */
export function ResizeHandle({ column, onResize, onFit }: ResizeHandleProps) {
  const start = (down: PointerEvent<HTMLSpanElement>) => {
    if (down.button !== 0) return;
    down.preventDefault();
    const handle = down.currentTarget;
    handle.setPointerCapture(down.pointerId);
    let width = column.width;
    const onMove = (event: globalThis.PointerEvent) => {
      width = clampWidth(column.width + event.clientX - down.clientX);
      onResize(column.key, width, false);
    };
    const onEnd = () => {
      handle.removeEventListener('pointermove', onMove);
      if (width !== column.width) onResize(column.key, width, true);
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', onEnd, { once: true });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the header resizes with Alt and the arrow keys
    <span
      className={classes.resize}
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={start}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        onFit(column.key);
      }}
    />
  );
}

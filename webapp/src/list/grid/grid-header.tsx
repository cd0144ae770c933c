import { IconArrowDown, IconArrowUp } from '@/components/icons';
import type { Sort } from 'firmbook-wasm';
import { memo, useState, type DragEvent } from 'react';
import { pinnedCount } from '../columns/arrange';
import type { GridColumn } from '../types';
import { isNumeric } from './format-cell';
import { cellPlacement, CheckMark } from './grid-row';
import { HEADER_ROW } from './position';
import { HeaderMenu, type ColumnActions } from './header-menu';
import { ResizeHandle } from './resize-handle';
import classes from './grid.module.css';

interface GridHeaderProps {
  columns: readonly GridColumn[];
  sort: readonly Sort[];
  selected: 'all' | 'some' | 'none';
  activeColumn: number | null;
  menuOf: string | null;
  onMenu: (key: string | null) => void;
  actions: ColumnActions;
}

/** Column headers: click to sort, drag to move, drag the right edge to resize. */
export const GridHeader = memo(function GridHeader({
  columns,
  sort,
  selected,
  activeColumn,
  menuOf,
  onMenu,
  actions,
}: GridHeaderProps) {
  const [dropAt, setDropAt] = useState<string | null>(null);
  const pinned = pinnedCount(columns);
  const tabIndex = (column: number) => (column === activeColumn ? 0 : -1);

  const drag = (column: GridColumn) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData('text/firmbook-column', column.key);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('text/firmbook-column')) return;
      event.preventDefault();
      setDropAt(column.key);
    },
    onDragLeave: () => setDropAt(null),
    onDrop: (event: DragEvent) => {
      setDropAt(null);
      actions.onMoveTo(event.dataTransfer.getData('text/firmbook-column'), column.key);
    },
  });

  return (
    <div role="row" aria-rowindex={1} className={classes.header} data-row={HEADER_ROW}>
      <div
        role="columnheader"
        aria-colindex={1}
        className={classes.check}
        tabIndex={tabIndex(0)}
        data-column={0}
      >
        <CheckMark state={selected} label={selected === 'none' ? 'Select all rows' : 'Clear the selection'} />
      </div>
      {columns.map((column, i) => {
        const sortIndex = sort.findIndex((part) => part.column === column.key);
        const direction = sort[sortIndex]?.direction;
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={i + 2}
            aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
            {...cellPlacement(i, pinned)}
            data-number={isNumeric(column) || undefined}
            data-sorts={column.canSort || undefined}
            data-drop={dropAt === column.key || undefined}
            data-column={i + 1}
            tabIndex={tabIndex(i + 1)}
            title={column.label}
            {...drag(column)}
          >
            <span className={classes.label}>{column.label}</span>
            {direction && (
              <span className={classes.sort}>
                {direction === 'asc' ? (
                  <IconArrowUp size={13} aria-hidden />
                ) : (
                  <IconArrowDown size={13} aria-hidden />
                )}
                {sort.length > 1 && sortIndex + 1}
              </span>
            )}
            <HeaderMenu
              column={column}
              index={i}
              count={columns.length}
              isPinned={i < pinned}
              opened={menuOf === column.key}
              onChange={(opened) => onMenu(opened ? column.key : null)}
              actions={actions}
            />
            <ResizeHandle column={column} onResize={actions.onResize} onFit={actions.onFit} />
          </div>
        );
      })}
    </div>
  );
});

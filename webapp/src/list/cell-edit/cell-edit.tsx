import { useOnline } from '@/lib/use-online';
import { useEffect, useEffectEvent } from 'react';
import { isNumeric } from '../grid/format-cell';
import type { CellEditProps } from '../types';
import { rowOf, useHoveredAndFocused } from '../use-hovered-and-focused';
import { CellEditor } from './cell-editor';
import type { CellRecords } from './cell-field';
import { cellOf, columnOf, findRowElement } from './cells';
import { CellOverlay } from './cell-overlay';
import { Pencil } from './pencil';
import { useFollowFocusedCell } from './use-follow-focused-cell';
import { useCellEdit, type EditableCell } from './use-cell-edit';
import classes from './cell-edit.module.css';

/** Edits single cells of a grid. F2 and the pencil in the current cell open the editor. */
export function CellEdit<Stored extends { uuid: string }>({
  records,
  ...grid
}: CellEditProps & { records: CellRecords<Stored> }) {
  const { scroller, columns, rowAt, rowPath } = grid;
  const isOnline = useOnline();
  const { hovered, focused } = useHoveredAndFocused(scroller, cellOf);
  useFollowFocusedCell(grid);

  const editable = (element: HTMLElement | null): EditableCell<Stored> | null => {
    const row = rowAt(Number(rowOf(element)?.dataset.row ?? -1));
    const column = element ? columns[columnOf(element) - 1] : undefined;
    const field = row && column && rowPath(row) ? records.fieldOf(column) : null;
    return row && column && field && element ? { row, column, field, element } : null;
  };
  const { edit, saved, cell, columnIndex, isGone, start, type, leave, cancel, saveAndClose } = useCellEdit(
    grid,
    records,
    editable,
  );

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.key !== 'F2' || !(target instanceof Element) || !target.matches('[role="gridcell"]')) return;
    const found = isOnline ? editable(cellOf(target)) : null;
    if (!found) return;
    event.preventDefault();
    start(found);
  });
  useEffect(() => {
    const element = scroller.current;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [scroller]);
  // Runs when the record is no longer among the rows, or when the user leaves the page by keyboard.
  const onGone = useEffectEvent(saveAndClose);
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  useEffect(() => () => onGone(), []);

  const current = isOnline ? [...new Set([hovered, focused])] : [];
  return (
    <>
      {saved.map(({ uuid, column, rowElement, text }) => {
        const row = findRowElement(uuid, rowElement, rowAt);
        const index = columns.findIndex(({ key }) => key === column.key);
        return (
          row &&
          index >= 0 && (
            <CellOverlay
              key={`${uuid} ${column.key}`}
              row={row}
              column={index + 1}
              isNumeric={isNumeric(column)}
            >
              <span className={classes.saved}>{text}</span>
            </CellOverlay>
          )
        );
      })}
      {current.map((near) => {
        const found = near === cell ? null : editable(near);
        return (
          found && (
            <Pencil
              key={`${found.row.uuid} ${found.column.key}`}
              cell={found}
              isRaised={near === focused}
              onEdit={() => start(found)}
            />
          )
        );
      })}
      {edit && cell && (
        <CellOverlay
          key={`${edit.uuid} ${edit.column.key}`}
          row={rowOf(cell) ?? edit.rowElement}
          column={columnIndex}
          isNumeric={isNumeric(edit.column)}
          isRaised
        >
          <CellEditor
            label={edit.column.label}
            text={edit.text}
            error={edit.error}
            isSaving={edit.isSaving}
            input={edit.field.input}
            onText={type}
            onExit={(how, isComplete) => void leave(how, isComplete)}
            onCancel={cancel}
          />
        </CellOverlay>
      )}
    </>
  );
}

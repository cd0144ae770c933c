import { showFailure } from '@/lib/toast';
import { useEffect, useRef, useState } from 'react';
import { formatCell } from '../grid/format-cell';
import type { CellEditProps, GridColumn, Row } from '../types';
import { rowOf } from '../use-hovered-and-focused';
import type { CellField, CellRecords } from './cell-field';
import { cellIn, findRowElement, focusCell } from './cells';
import { changeField, ConcurrentEditError, describeSaveFailure } from './change-field';
import { confirmChange } from './confirm-change';

/** Where the focus goes when an editor closes: its own cell, the next or previous cell, or elsewhere. */
export type ExitDirection = 'stay' | 'on' | 'back' | 'away';

/** A cell that can be edited. */
export interface EditableCell<Stored> {
  row: Row;
  column: GridColumn;
  field: CellField<Stored>;
  element: HTMLElement;
}

/** A cell, identified by its record, so that it can be found after rows are reloaded. */
export interface CellReference {
  uuid: string;
  column: GridColumn;
  /** The last known element of the row. */
  rowElement: HTMLElement;
  text: string;
}

/** The open editor. */
interface Edit<Stored> extends CellReference {
  field: CellField<Stored>;
  /** The value before the edit. */
  from: string;
  error: string | null;
  isSaving: boolean;
}

const INCOMPLETE = 'Enter a complete date.';
const isSame = (item: CellReference, { uuid, column }: CellReference) =>
  item.uuid === uuid && item.column.key === column.key;

/**
 * Manages the open editor of a grid. Reloads rows only when the editor closes, not when it moves to the next
 * cell, so that the row stays in place. Until then, `saved` contains the new values.
 */
export function useCellEdit<Stored extends { uuid: string }>(
  { scroller, rowAt, columns }: CellEditProps,
  records: CellRecords<Stored>,
  editable: (cell: HTMLElement | null) => EditableCell<Stored> | null,
) {
  const [edit, setEdit] = useState<Edit<Stored> | null>(null);
  const [saved, setSaved] = useState<readonly CellReference[]>([]);
  // A ref, because moving the focus closes the editor before the next render.
  const phase = useRef<'closed' | 'open' | 'saving'>('closed');
  const base = useRef<Promise<Stored> | null>(null);
  /** The saved records, until the rows are reloaded. */
  const latestRecords = useRef(new Map<string, Stored>());
  const isStale = useRef(false);
  const reloads = useRef(0);
  const isShown = useRef(false);

  const rowElement = edit && findRowElement(edit.uuid, edit.rowElement, rowAt);
  const columnIndex = edit ? columns.findIndex(({ key }) => key === edit.column.key) + 1 : 0;
  const cell = cellIn(rowElement, columnIndex);
  const update = (change: Partial<Edit<Stored>>) => setEdit((old) => old && { ...old, ...change });
  const focus = (element: HTMLElement | null) =>
    element && scroller.current && focusCell(element, scroller.current);

  const reload = async () => {
    if (!isStale.current) return;
    isStale.current = false;
    const reloadId = (reloads.current += 1);
    await records.changed();
    if (reloadId !== reloads.current || isStale.current) return;
    latestRecords.current.clear();
    setSaved([]);
  };

  const open = ({ row, column, field, element }: EditableCell<Stored>) => {
    const target = rowOf(element);
    if (!target) return;
    const known = latestRecords.current.get(row.uuid);
    const from = known ? field.textOf(known) : field.textOfRow(row);
    const next = { uuid: row.uuid, column, field, rowElement: target, from, text: from };
    focus(element);
    phase.current = 'open';
    setEdit({ ...next, error: null, isSaving: false });
    base.current = known ? Promise.resolve(known) : records.load(row.uuid);
    base.current.then(
      (stored) => {
        // The row may be outdated.
        const now = field.textOf(stored);
        setEdit((old) =>
          old && isSame(old, next) && old.text === from && !old.isSaving
            ? { ...old, from: now, text: now }
            : old,
        );
      },
      // Saving loads the record again and reports the failure.
      () => (base.current = null),
    );
  };

  const close = (next: EditableCell<Stored> | null, keepsFocus: boolean) => {
    phase.current = 'closed';
    if (next) return open(next);
    if (keepsFocus) focus(cell);
    setEdit(null);
    void reload();
  };

  const nextCell = (by: number): EditableCell<Stored> | null => {
    for (let i = columnIndex + by; i > 0 && i <= columns.length; i += by) {
      const found = editable(cellIn(rowElement, i));
      if (found) return found;
    }
    return null;
  };

  const save = async ({ field, from, text, ...placed }: Edit<Stored>) => {
    base.current ??= records.load(placed.uuid);
    const before = await base.current;
    const stored = await changeField(field, before, { from, to: text });
    isStale.current = true;
    latestRecords.current.set(placed.uuid, stored);
    const shown = { ...placed, text: formatCell(placed.column, field.cellOf(stored)) };
    setSaved((old) => [...old.filter((item) => !isSame(item, shown)), shown]);
    // Skipped if the value was only formatted differently, such as an amount.
    if (field.textOf(stored) !== from) confirmChange(records, field, stored, before, from);
  };

  /** Shows why a value was not saved, or closes the editor if another user saved the same value. */
  const handleFailure = (reason: unknown, { field, text }: Edit<Stored>): boolean => {
    if (reason instanceof ConcurrentEditError) {
      const stored = reason.stored as Stored;
      base.current = Promise.resolve(stored);
      isStale.current = true;
      latestRecords.current.set(stored.uuid, stored);
      const theirs = field.textOf(stored);
      if (theirs === text.trim()) return false;
      update({ from: theirs, isSaving: false, error: conflictMessage(field.show(stored)) });
    } else {
      base.current = null;
      update({ isSaving: false, error: describeSaveFailure(reason, field, records) });
    }
    return true;
  };

  const leave = async (how: ExitDirection | EditableCell<Stored>, isComplete = true) => {
    if (!edit || phase.current !== 'open') return;
    const keepsFocus = how !== 'away';
    const next =
      typeof how === 'object' ? how : how === 'on' ? nextCell(1) : how === 'back' ? nextCell(-1) : null;
    const fail = (error: string) => (isShown.current ? update({ error }) : close(null, false));
    if (!isComplete) return fail(INCOMPLETE);
    if (edit.text.trim() === edit.from.trim()) return close(next, keepsFocus);
    try {
      edit.field.parse?.(edit.text.trim());
    } catch (reason) {
      return fail(reason instanceof Error ? reason.message : 'Enter a valid value.');
    }
    phase.current = 'saving';
    update({ isSaving: true, error: null });
    if (how === 'stay') focus(cell);
    try {
      await save(edit);
    } catch (reason) {
      if (!isShown.current) {
        showFailure(records.failure, reason);
      } else if (handleFailure(reason, edit)) {
        phase.current = 'open';
        return;
      }
    }
    // The editor may be gone by the time the value is saved.
    if (isShown.current) return close(next, next !== null || how === 'on' || how === 'back');
    phase.current = 'closed';
    setEdit(null);
    await reload();
  };

  const isGone = edit !== null && cell === null;
  useEffect(() => {
    isShown.current = !isGone;
    return () => {
      isShown.current = false;
    };
  }, [isGone]);

  return {
    edit,
    saved,
    cell,
    columnIndex,
    isGone,
    /** Opens the editor of a cell. If another editor is open, saves it first. */
    start: (next: EditableCell<Stored>) => {
      if (phase.current === 'open') void leave(next);
      else if (phase.current === 'closed') open(next);
    },
    type: (text: string) => phase.current === 'open' && update({ text, error: null }),
    /** Saves the typed value, unless it was rejected before. */
    saveAndClose: () => void (edit?.error ? close(null, false) : leave('away')),
    leave,
    cancel: () => phase.current === 'open' && close(null, true),
  };
}

const conflictMessage = (value: string) =>
  `Someone else ${value ? `changed this to ${value}` : 'cleared this'}. Press Enter to save your value, or Escape to keep theirs.`;

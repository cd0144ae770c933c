import type { Action, FieldProblem } from 'firmbook-wasm';
import type { ChangeEvent, ReactNode } from 'react';
import type { Cell, GridColumn, Row } from '../types';

/** Props of the input in a cell. */
export interface CellInputProps {
  'aria-label': string;
  value: string;
  error: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** A field of `Stored` records that can be edited in the cells of a column. Values are texts, as typed. */
export interface CellField<Stored> {
  label: string;
  /** As in `PlacedProblem`. */
  path: string;
  input: (props: CellInputProps) => ReactNode;
  textOfRow: (row: Row) => string;
  textOf: (stored: Stored) => string;
  /** Value of the cell once the record is saved. */
  cellOf: (stored: Stored) => Cell;
  /** Formats the stored value for messages. */
  show: (stored: Stored) => string;
  /** Throws an `Error` with a sentence for a text that cannot be sent. */
  read?: (text: string) => unknown;
  /**
   * Saves the record with this value over its version. Throws `FieldProblems` for an invalid value. To undo a
   * change, `before` is the record before it, so that values that were computed from the field are restored too.
   */
  save: (stored: Stored, text: string, before?: Stored) => Promise<Stored>;
}

/** The records of a list, for editing in its cells. */
export interface CellRecords<Stored> {
  /** Returns null for a column that cannot be edited. */
  fieldOf: (column: GridColumn) => CellField<Stored> | null;
  load: (uuid: string) => Promise<Stored>;
  nameOf: (stored: Stored) => string;
  /** Reloads what shows the records. */
  changed: () => Promise<unknown>;
  placeOf: (problem: FieldProblem) => PlacedProblem;
  /** The failed action, as named in the error catalog. */
  failure: Action;
}

/** The field that a problem is about. */
export interface PlacedProblem {
  path: string;
  /** Undefined for an unknown field. */
  label: string | undefined;
}

import type { Action, FieldProblem } from 'firmbook-wasm';
import type { ChangeEvent, ReactNode } from 'react';
import type { Cell, GridColumn, Row } from '../types';

/** Props for the input in a cell. */
export interface CellInputProps {
  'aria-label': string;
  value: string;
  error: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

/** A field of `Stored` records that can be edited in the cells of a column. Values are strings, as typed. */
export interface CellField<Stored> {
  label: string;
  /** Path as in `ProblemLocation`. */
  path: string;
  input: (props: CellInputProps) => ReactNode;
  textOfRow: (row: Row) => string;
  textOf: (stored: Stored) => string;
  /** Returns the value of the cell for a saved record. */
  cellOf: (stored: Stored) => Cell;
  /** Formats the stored value for messages. */
  show: (stored: Stored) => string;
  /** Parses a typed value. Throws an `Error` with a message for the user if it is invalid. */
  parse?: (text: string) => unknown;
  /**
   * Saves the record with a new value over its version. Throws `FieldProblemsError` for an invalid value. To undo
   * a change, pass the earlier record as `before`, so that values computed from the field are restored too.
   */
  save: (stored: Stored, text: string, before?: Stored) => Promise<Stored>;
}

/** Access to the records of a list, for editing its cells. */
export interface CellRecords<Stored> {
  /** Returns null for a column that cannot be edited. */
  fieldOf: (column: GridColumn) => CellField<Stored> | null;
  load: (uuid: string) => Promise<Stored>;
  nameOf: (stored: Stored) => string;
  /** Reloads all data that contains the records. */
  changed: () => Promise<unknown>;
  locate: (problem: FieldProblem) => ProblemLocation;
  /** The failed action, as named in the error catalog. */
  failure: Action;
}

/** The field that a problem refers to. */
export interface ProblemLocation {
  path: string;
  /** Undefined for an unknown field. */
  label: string | undefined;
}

/** Position of the active cell. Rows count from 0. The totals and the header have negative numbers. */
export interface Position {
  row: number;
  column: number;
}

export const TOTALS_ROW = -1;
export const HEADER_ROW = -2;

export interface GridSize {
  rows: number;
  columns: number;
  hasTotals: boolean;
  /** Number of rows that fit on the screen. */
  pageRows: number;
}

/** Returns the position after a key press, or null if the key does not move. */
export function move(from: Position, key: string, toTheEnd: boolean, size: GridSize): Position | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const { row, column } = from;
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(last.column, column + 1) };
    case 'ArrowUp':
      return { row: toTheEnd ? Math.min(row, 0) : above(row, size), column };
    case 'ArrowDown':
      return { row: toTheEnd ? last.row : below(row, size), column };
    case 'Home':
      return toTheEnd ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End':
      return toTheEnd ? last : { row, column: last.column };
    case 'PageUp':
      return { row: row < 0 ? row : Math.max(0, row - size.pageRows), column };
    case 'PageDown':
      return { row: Math.min(last.row, Math.max(0, row) + size.pageRows), column };
    default:
      return null;
  }
}

function above(row: number, size: GridSize): number {
  if (row > 0) return row - 1;
  return row === 0 && size.hasTotals ? TOTALS_ROW : HEADER_ROW;
}

function below(row: number, size: GridSize): number {
  if (row === HEADER_ROW && size.hasTotals) return TOTALS_ROW;
  return Math.min(size.rows - 1, Math.max(0, row + 1));
}

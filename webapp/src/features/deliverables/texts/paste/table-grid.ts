/** A cell of the grid. Has no source if it fills in for a merged or missing cell. */
export interface GridCell {
  source: HTMLTableCellElement | null;
  isHeader: boolean;
}

/** Maximum number of rows or columns that a cell can span. */
const MAX_SPAN = 100;

/** Splits merged cells, and fills short rows, so that all rows have the same number of cells. */
export function gridOf(table: HTMLTableElement): GridCell[][] {
  const rows = [...table.rows];
  const grid: GridCell[][] = rows.map(() => []);
  rows.forEach((row, top) => {
    let left = 0;
    for (const cell of row.cells) {
      while (grid[top]?.[left]) left += 1;
      const isHeader = cell.localName === 'th' || row.parentElement?.localName === 'thead';
      for (const [y, x] of spanOf(cell)) {
        const isFirst = y === 0 && x === 0;
        const line = grid[top + y];
        if (line) line[left + x] ??= { source: isFirst ? cell : null, isHeader };
      }
    }
  });
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width === 0) return [];
  const isHeaderRow = (line: GridCell[]) => line.length > 0 && line.every((cell) => cell?.isHeader);
  return grid.map((line) =>
    Array.from({ length: width }, (_, x) => line[x] ?? { source: null, isHeader: isHeaderRow(line) }),
  );
}

function spanOf({ rowSpan, colSpan }: HTMLTableCellElement): [number, number][] {
  const height = Math.min(MAX_SPAN, Math.max(1, rowSpan));
  const width = Math.min(MAX_SPAN, Math.max(1, colSpan));
  return Array.from({ length: height * width }, (_, i) => [Math.floor(i / width), i % width]);
}

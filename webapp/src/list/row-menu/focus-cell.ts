/** Focuses the active cell of a row, else its first column. */
export function focusCell(row: HTMLElement): void {
  const cell =
    row.querySelector<HTMLElement>('[tabindex="0"]') ?? row.querySelector<HTMLElement>('[data-column="1"]');
  cell?.focus({ preventScroll: true });
}

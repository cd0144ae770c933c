import { IconPencil } from '@/components/icons';
import { isNumeric } from '../grid/format-cell';
import { rowOf } from '../use-hovered-and-focused';
import { columnOf } from './cells';
import { CellOverlay } from './cell-overlay';
import type { EditableCell } from './use-cell-edit';
import classes from './cell-edit.module.css';

interface PencilProps {
  cell: Pick<EditableCell<unknown>, 'column' | 'element'>;
  isRaised: boolean;
  onEdit: () => void;
}

/** Edit button in the current cell. Not a tab stop, because F2 opens the editor by keyboard. */
export function Pencil({ cell: { column, element }, isRaised, onEdit }: PencilProps) {
  const row = rowOf(element);
  if (!row) return null;
  return (
    <CellOverlay row={row} column={columnOf(element)} isNumeric={isNumeric(column)} isRaised={isRaised}>
      <button
        type="button"
        className={classes.pencil}
        tabIndex={-1}
        aria-label={`Edit ${column.label}`}
        // Keep the focus, so that the click leaves an open editor, not the loss of focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onEdit}
      >
        <IconPencil size={14} aria-hidden />
      </button>
    </CellOverlay>
  );
}

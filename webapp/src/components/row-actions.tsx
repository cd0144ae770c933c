import { IconPencil, IconTrash } from './icons';
import { Button } from '@mantine/core';

interface RowActionsProps {
  /** Name of the row's entry, for the labels of the buttons. */
  name: string;
  isDeleting?: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** Buttons to edit and delete a table row. */
export const RowActions = ({ name, isDeleting, onEdit, onDelete }: RowActionsProps) => (
  <>
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPencil size={14} aria-hidden />}
      aria-label={`Edit ${name}`}
      onClick={onEdit}
    >
      Edit
    </Button>
    <Button
      variant="subtle"
      size="compact-sm"
      color="danger"
      leftSection={<IconTrash size={14} aria-hidden />}
      aria-label={`Delete ${name}`}
      loading={isDeleting ?? false}
      onClick={onDelete}
    >
      Delete
    </Button>
  </>
);

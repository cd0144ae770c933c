import { IconPencil, IconTrash } from '@/components/icons';
import { Button } from '@mantine/core';

interface PersonActionsProps {
  name: string;
  isDeleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** Buttons of a row. */
export const PersonActions = ({ name, isDeleting, onEdit, onDelete }: PersonActionsProps) => (
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
      loading={isDeleting}
      onClick={onDelete}
    >
      Delete
    </Button>
  </>
);

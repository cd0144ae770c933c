import { IconDownload, IconTrash } from '@/components/icons';
import { Button } from '@mantine/core';

interface FileActionsProps {
  name: string;
  isOpening: boolean;
  onOpen: () => void;
  isDeleting: boolean;
  /** Null without permission. */
  onDelete: (() => void) | null;
}

/** Buttons that download and delete a stored file. */
export function FileActions({ name, isOpening, onOpen, isDeleting, onDelete }: FileActionsProps) {
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        aria-label={`Download ${name}`}
        loading={isOpening}
        onClick={onOpen}
      >
        Download
      </Button>
      {onDelete && (
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
      )}
    </>
  );
}

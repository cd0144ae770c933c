import { Dialog } from '@/components/dialog';
import { showFailure, showSuccess } from '@/lib/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Upload } from 'firmbook-wasm';
import { deleteUpload, UPLOADS } from '../api/calls';

interface DeleteDraftDialogProps {
  /** Null closes the dialog. */
  upload: Upload | null;
  onClose: () => void;
}

/** Confirms the deletion of an upload that was not imported. */
export function DeleteDraftDialog({ upload, onClose }: DeleteDraftDialogProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ storageGuid }: Upload) => deleteUpload(storageGuid),
    onSuccess: (_, { fileName }) => showSuccess(`${fileName} deleted`),
    onError: (reason) => showFailure('upload', reason),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: UPLOADS });
    },
  });
  return (
    <Dialog
      title={`Delete ${upload?.fileName ?? 'this draft'}?`}
      opened={upload !== null}
      onClose={onClose}
      action={{
        label: 'Delete',
        run: () => upload && remove.mutate(upload),
        isRunning: remove.isPending,
        isDestructive: true,
      }}
      cancelLabel="Keep"
    >
      <p>The stored file and its mapping will be deleted. Nothing was imported from it.</p>
    </Dialog>
  );
}

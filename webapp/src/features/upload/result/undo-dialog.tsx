import { Dialog } from '@/components/dialog';
import type { Upload } from 'firmbook-wasm';
import { useUndo } from '../api/use-undo';

interface UndoDialogProps {
  /** Null closes the dialog. */
  upload: Upload | null;
  onClose: () => void;
}

/** Confirms the undo of an import, and explains its effects. */
export function UndoDialog({ upload, onClose }: UndoDialogProps) {
  const undo = useUndo();
  const run = () => {
    if (!upload) return;
    undo.mutate(upload.storageGuid, { onSettled: onClose });
  };
  const added = upload?.counts?.new ?? 0;
  const changed = upload?.counts?.update ?? 0;
  return (
    <Dialog
      title={`Undo the import of ${upload?.fileName ?? 'this file'}?`}
      opened={upload !== null}
      onClose={onClose}
      action={{ label: 'Undo the import', run, isRunning: undo.isPending, isDestructive: true }}
      cancelLabel="Keep"
    >
      {added > 0 && <p>{records(added)} added by the import will be deleted.</p>}
      {changed > 0 && (
        <p>
          {records(changed)} updated by the import will get {changed === 1 ? 'its' : 'their'} previous values
          back.
        </p>
      )}
      <p>
        Records that were changed or used since the import stay, and so do values that were edited since. They
        are listed afterwards.
      </p>
    </Dialog>
  );
}

const records = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;

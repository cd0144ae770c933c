import { Dialog } from '@/components/dialog';
import { formatDate, formatMoney, type CrummeyLetter } from 'firmbook-wasm';
import type { useLetters } from './use-letters';

interface DeleteDialogProps {
  /** The letter to delete. Null closes the dialog. */
  letter: CrummeyLetter | null;
  actions: ReturnType<typeof useLetters>;
  onClose: () => void;
}

/** Confirms the deletion of a letter that was not delivered. */
export function DeleteDialog({ letter, actions, onClose }: DeleteDialogProps) {
  if (!letter) return null;
  const run = async () => {
    // The dialog closes after the letters are loaded, so that the focus does not return to a button that disappears.
    await actions.remove(letter);
    onClose();
  };
  return (
    <Dialog
      title={`Delete letter to ${letter.addressee}?`}
      opened
      onClose={onClose}
      action={{
        label: 'Delete',
        run: () => void run(),
        isRunning: actions.running === letter.uuid,
        isDestructive: true,
      }}
      cancelLabel="Keep"
    >
      <p>
        The letter of {formatDate(letter.letterDate)} about {formatMoney(letter.amount, 2)} and its PDF are
        deleted. This cannot be undone. You can create the letter again with another date or amount.
      </p>
    </Dialog>
  );
}

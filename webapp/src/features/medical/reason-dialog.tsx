import { Dialog } from '@/components/dialog';
import { useId } from 'react';
import { ReasonForm } from './reason-form';

interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  onChoose: (reason: string) => void;
}

/** Asks for a reason before the list of open requests shows providers and types. */
export function ReasonDialog({ opened, onClose, onChoose }: ReasonDialogProps) {
  const form = useId();
  return (
    <Dialog
      title="Show providers and types"
      opened={opened}
      onClose={onClose}
      action={{ label: 'Show providers', run: { form } }}
    >
      <ReasonForm
        id={form}
        onChoose={(reason) => {
          onChoose(reason);
          onClose();
        }}
      />
    </Dialog>
  );
}

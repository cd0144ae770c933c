import { Dialog } from '@/components/dialog';
import { attachContact } from '@/features/contacts/api/attach-contact';
import { detachContact } from '@/features/contacts/api/detach-contact';
import type { FoundContact } from '@/features/contacts/api/find-contacts';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { failureText } from '@/lib/failure-text';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { successMessage } from 'firmbook-wasm';
import { useState } from 'react';
import type { AnyRecord } from '../../api/get-contract';
import { useContractChanged } from '../../api/use-contract-changed';
import { valueOf } from '../../fields';
import type { LineOfBusiness } from '../../lines-of-business';
import { PersonPicker, type PickedPerson } from '../../people/person-picker';
import classes from '@/record/tab.module.css';

interface AttachPartyDialogProps {
  line: LineOfBusiness;
  record: AnyRecord;
  opened: boolean;
  onClose: () => void;
}

/** Selects a contact and a role, and attaches it to the contract. */
export function AttachPartyDialog({ line, record, opened, onClose }: AttachPartyDialogProps) {
  const { firmId } = useSession().user;
  const changed = useContractChanged();
  const [pick, setPick] = useState<PickedPerson | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);

  const close = () => {
    setPick(null);
    setErrorMessage(null);
    onClose();
  };

  const undo = async (kind: ContactKindConfig, contact: FoundContact, typeId: number) => {
    try {
      await detachContact(kind, firmId, record.uuid, contact.uuid, typeId);
    } catch (reason) {
      showFailure(undefined, reason);
    }
    await changed();
  };

  const confirm = async ({ kind, contact, typeId }: PickedPerson) => {
    setIsRunning(true);
    try {
      await attachContact(kind, firmId, record.uuid, contact.uuid, typeId);
      close();
      showSuccess(successMessage(`${kind.noun}Attached`).title, () => void undo(kind, contact, typeId));
      await changed();
    } catch (reason) {
      setErrorMessage(failureText(reason));
      showFailure(`attach${kind.action}`, reason);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Dialog
      title={`Attach to ${String(valueOf(record.contract, line.number))}`}
      opened={opened}
      onClose={close}
      action={{
        label: pick ? `Attach ${pick.contact.displayName}` : 'Attach',
        run: () => pick && void confirm(pick),
        isRunning,
        isDisabled: !pick,
      }}
    >
      <PersonPicker
        picked={pick}
        onPick={(next) => {
          setPick(next);
          setErrorMessage(null);
        }}
      />
      {errorMessage && (
        <p role="alert" className={classes.refusal}>
          {errorMessage}
        </p>
      )}
    </Dialog>
  );
}

import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import type { ContactInput } from 'firmbook-wasm';
import { useEffect } from 'react';
import { addContact } from '../api/add-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import { ContactForm } from '../form/contact-form';
import type { KindOfContact } from '../kinds';

interface AddContactProps {
  kind: KindOfContact;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

export function AddContact({ kind, onDirty, onClose }: AddContactProps) {
  const { firmId } = useSession().user;
  const changed = useContactsChanged(kind);
  useEffect(() => () => onDirty(false), [onDirty]);

  const save = async (input: ContactInput) => {
    const record = await addContact(kind, firmId, input);
    onDirty(false);
    onClose();
    showDone(`${record.displayName} added`);
    await changed();
  };
  return (
    <ContactForm
      kind={kind}
      person={null}
      version={null}
      saveLabel={`Add ${kind.one}`}
      onSave={save}
      onCancel={onClose}
      onDirty={onDirty}
      onFailure={(reason) => showFailure(`add${kind.action}`, reason)}
    />
  );
}

import { SidePanel } from '@/components/side-panel';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import type { ContactInput } from 'firmbook-wasm';
import { useCallback, useRef } from 'react';
import { addContact } from '../api/add-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import { ContactForm } from '../form/contact-form';
import type { KindOfContact } from '@/lib/contact-kinds';

interface AddContactProps {
  kind: KindOfContact;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form of a new contact. */
export function AddContact({ kind, opened, onClose }: AddContactProps) {
  const { firmId } = useSession().user;
  const changed = useContactsChanged(kind);
  const isDirty = useRef(false);
  const setDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty;
  }, []);
  const hasUnsaved = useCallback(() => isDirty.current, []);

  const save = async (input: ContactInput) => {
    const record = await addContact(kind, firmId, input);
    setDirty(false);
    onClose();
    showDone(`${record.displayName} added`);
    await changed();
  };
  return (
    <SidePanel title={`Add ${kind.one}`} opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <ContactForm
        kind={kind}
        person={null}
        version={null}
        saveLabel={`Add ${kind.one}`}
        onSave={save}
        onCancel={onClose}
        onDirty={setDirty}
        onFailure={(reason) => showFailure(`add${kind.action}`, reason)}
      />
    </SidePanel>
  );
}

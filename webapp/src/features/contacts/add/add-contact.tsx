import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import type { ContactInput } from 'firmbook-wasm';
import { useNavigate } from 'react-router';
import { addContact } from '../api/add-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import { ContactForm } from '../form/contact-form';
import type { KindOfContact } from '@/lib/contact-kinds';
import { PossibleDuplicates } from './possible-duplicates';

interface AddContactProps {
  kind: KindOfContact;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for a new contact. */
export function AddContact({ kind, opened, onClose }: AddContactProps) {
  const { firmId } = useSession().user;
  const navigate = useNavigate();
  const changed = useContactsChanged(kind);
  const { hasUnsaved, setUnsaved } = useUnsaved();

  const save = async (input: ContactInput) => {
    const record = await addContact(kind, firmId, input);
    setUnsaved(false);
    onClose();
    showDone(`${record.displayName} added`, undefined, () => void navigate(kind.path(record.uuid)));
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
        onUnsaved={setUnsaved}
        hint={
          kind.noun === 'insured' ? undefined : (input) => <PossibleDuplicates kind={kind} input={input} />
        }
        onFailure={(reason) => showFailure(`add${kind.action}`, reason)}
      />
    </SidePanel>
  );
}

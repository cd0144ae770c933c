import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { showSaveFailure } from '@/lib/save-failure';
import { showFailure, showSuccess } from '@/lib/toast';
import { storedPerson } from 'firmbook-later';
import { useQueryClient } from '@tanstack/react-query';
import type { ContactInput, ContactRecord, Person } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import classes from '@/record/edit.module.css';
import { addContact } from '../api/add-contact';
import { contactQuery } from '../api/get-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import { ContactForm } from '../form/contact-form';
import { TRUST } from '../form/contact-values';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { PossibleDuplicates } from './possible-duplicates';
import { UpdateExisting } from './update-existing';

interface AddContactProps {
  kind: ContactKindConfig;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for a new contact. */
export function AddContact(props: AddContactProps) {
  const { kind, opened, onClose } = props;
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const [verb, setVerb] = useState<Verb>('Add');
  // The list of trusts links to this form with the type Trust.
  const [params] = useSearchParams();
  const isTrust = kind.noun === 'owner' && params.get('ownerType') === TRUST;
  const noun = isTrust ? 'trust' : kind.singular;
  return (
    <SidePanel title={`${verb} ${noun}`} opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <AddForm {...props} isTrust={isTrust} noun={noun} setUnsaved={setUnsaved} setVerb={setVerb} />
    </SidePanel>
  );
}

type Verb = 'Add' | 'Update';

interface AddFormProps extends AddContactProps {
  isTrust: boolean;
  /** Singular noun for the contact. */
  noun: string;
  setUnsaved: (isUnsaved: boolean) => void;
  setVerb: (verb: Verb) => void;
}

/** The form and its state. Both are discarded when the panel closes. */
function AddForm({ kind, isTrust, noun, onClose, setUnsaved, setVerb }: AddFormProps) {
  const { firmId, isDemoFirm } = useSession().user;
  const today = useToday();
  const navigate = useNavigate();
  const changed = useContactsChanged(kind);
  const queries = useQueryClient();
  const [existing, setExisting] = useState<{ stored: ContactRecord; typed: ContactInput } | null>(null);

  useEffect(() => {
    setVerb(existing ? 'Update' : 'Add');
    return () => setVerb('Add');
  }, [existing, setVerb]);

  const initial: Person | null = isTrust ? ({ ownerType: Number(TRUST), address: {} } as Person) : null;

  const close = () => {
    setUnsaved(false);
    onClose();
  };
  const updateInstead = async (contactUuid: string, typed: ContactInput) => {
    try {
      // Load the newest version for the comparison.
      const stored = await queries.fetchQuery({ ...contactQuery(kind, contactUuid), staleTime: 0 });
      // Normalize as for storage, so that a phone number typed without a country code does not differ.
      const person = storedPerson(kind.type, typed.person, today, isDemoFirm);
      setExisting({ stored, typed: { ...typed, person } });
    } catch (reason) {
      showFailure(undefined, reason);
    }
  };
  const save = async (input: ContactInput) => {
    const record = await addContact(kind, firmId, input);
    close();
    showSuccess(`${record.displayName} added`, undefined, () => void navigate(kind.path(record.uuid)));
    await changed();
  };
  const hint = (input: ContactInput) => (
    <PossibleDuplicates
      kind={kind}
      input={input}
      onUpdate={(contactUuid) => void updateInstead(contactUuid, input)}
    />
  );
  return (
    <>
      {existing && (
        <UpdateExisting kind={kind} {...existing} onSaved={close} onBack={() => setExisting(null)} />
      )}
      <div className={classes.form} hidden={existing !== null}>
        <ContactForm
          kind={kind}
          person={initial}
          version={null}
          saveLabel={`Add ${noun}`}
          onSave={save}
          onCancel={onClose}
          onUnsaved={setUnsaved}
          hint={kind.noun === 'insured' ? undefined : hint}
          onFailure={(reason) => showSaveFailure(`add${kind.action}`, reason)}
        />
      </div>
    </>
  );
}

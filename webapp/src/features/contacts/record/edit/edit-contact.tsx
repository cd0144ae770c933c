import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { ConflictView } from '@/record/conflict-view';
import { useSaveOver } from '@/record/use-save-over';
import { useSession } from '@/lib/session';
import { showDone, showFailure } from '@/lib/toast';
import { useQueryClient } from '@tanstack/react-query';
import type { ContactInput, ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { contactQuery } from '../../api/get-contact';
import { updateContact } from '../../api/update-contact';
import { useContactsChanged } from '../../api/use-contacts-changed';
import { ContactForm } from '../../form/contact-form';
import type { Edited } from '../../form/use-contact-form';
import type { KindOfContact } from '@/lib/contact-kinds';
import { differences, merged } from './three-way';
import classes from '@/record/edit.module.css';

interface EditContactProps {
  kind: KindOfContact;
  record: ContactRecord;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for an existing contact. */
export function EditContact(props: EditContactProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel
      title={`Edit ${props.kind.one}`}
      opened={props.opened}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      <EditForm {...props} setUnsaved={setUnsaved} />
    </SidePanel>
  );
}

function EditForm({
  kind,
  record,
  onClose,
  setUnsaved,
}: EditContactProps & { setUnsaved: (isUnsaved: boolean) => void }) {
  const { firmId } = useSession().user;
  const queries = useQueryClient();
  const changed = useContactsChanged(kind);
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(record);
  const { conflict, save: saveOver } = useSaveOver<ContactRecord, Edited>({
    save: ({ version }, edited) => updateContact(kind, firmId, opened.uuid, { ...edited, version }),
    differences,
    merged,
  });

  const save = async ({ person, customFields = {} }: ContactInput, adopt: (edited: Edited) => void) => {
    const saved = await saveOver(opened, { person, customFields }, adopt);
    if (!saved) return;
    setUnsaved(false);
    onClose();
    queries.setQueryData(contactQuery(kind, saved.uuid).queryKey, saved);
    // A replaced tax ID cannot be restored.
    const canUndo = person.taxId === null && saved.version === opened.version + 1;
    showDone(`${saved.displayName} saved`, canUndo ? () => void undo(saved) : undefined);
    await changed();
  };

  const undo = async (saved: ContactRecord) => {
    try {
      const added = Object.fromEntries(Object.keys(saved.customFields).map((name) => [name, '']));
      await updateContact(kind, firmId, opened.uuid, {
        person: opened.person,
        customFields: { ...added, ...opened.customFields },
        version: saved.version,
      });
    } catch (reason) {
      showFailure(`update${kind.action}`, reason);
    }
    await changed();
  };

  return (
    <>
      {conflict && <ConflictView what={kind.one} {...conflict} />}
      <div className={classes.form} hidden={conflict !== null}>
        <ContactForm
          kind={kind}
          person={opened.person}
          customFields={opened.customFields}
          version={opened.version}
          taxIdMasked={opened.taxIdMasked}
          saveLabel="Save"
          onSave={save}
          onCancel={onClose}
          onUnsaved={setUnsaved}
          onFailure={(reason) => showFailure(`update${kind.action}`, reason)}
        />
      </div>
    </>
  );
}

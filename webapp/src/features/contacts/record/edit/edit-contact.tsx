import { useUnsaved } from '@/lib/use-unsaved';
import { SidePanel } from '@/components/side-panel';
import { ConflictView } from '@/record/conflict-view';
import { showSaveFailure } from '@/lib/save-failure';
import type { ContactRecord } from 'firmbook-wasm';
import { useState } from 'react';
import { ContactForm } from '../../form/contact-form';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { useUpdateContact } from './use-update-contact';
import classes from '@/record/edit.module.css';

interface EditContactProps {
  kind: ContactKindConfig;
  record: ContactRecord;
  opened: boolean;
  onClose: () => void;
}

/** Side panel with the form for an existing contact. */
export function EditContact(props: EditContactProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel
      title={`Edit ${props.kind.singular}`}
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
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(record);
  const onSaved = () => {
    setUnsaved(false);
    onClose();
  };
  const { conflict, save } = useUpdateContact({ kind, base: opened, onSaved });

  return (
    <>
      {conflict && <ConflictView noun={kind.singular} {...conflict} />}
      <div className={classes.form} hidden={conflict !== null}>
        <ContactForm
          kind={kind}
          person={opened.person}
          customFields={opened.customFields}
          version={opened.version}
          taxIdMasked={opened.taxIdMasked}
          saveLabel="Save"
          onSave={({ person, customFields = {} }, applyValues) => save({ person, customFields }, applyValues)}
          onCancel={onClose}
          onUnsaved={setUnsaved}
          onFailure={(reason) => showSaveFailure(`update${kind.action}`, reason)}
        />
      </div>
    </>
  );
}

import { PanelForm } from '@/components/panel-form';
import { ContactLink } from '@/features/contacts/link/contact-link';
import { showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useSettingsForm } from '@/lib/use-settings-form';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { checkTrustPerson } from 'firmbook-later';
import type { TrustPerson, TrustPersonInput } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import { addPerson, changePerson } from '../../api/calls';
import { useTrustChanged } from '../../api/use-trust-changed';
import { PersonFields } from './person-fields';
import { differences, emptyPerson, merge, valuesOf, type PersonValues } from './person-values';
import { TEXTS, type Role } from './roles';

interface PersonFormProps {
  trust: string;
  role: Role;
  /** The person to change. Null to add one. */
  person: TrustPerson | null;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form for a grantor, trustee or beneficiary. */
export function PersonForm({ trust, role, person, onClose, onUnsaved }: PersonFormProps) {
  const changed = useTrustChanged(trust);
  const keyOf = useRequestKeys();
  const today = useToday();
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(person);
  const { conflict, save: saveOver } = useSaveWithMerge<TrustPerson, PersonValues>({
    save: ({ uuid, version }, values) => changePerson(trust, uuid, { ...values, version }),
    differences,
    merge,
  });
  const add = (values: PersonValues) => {
    const input: TrustPersonInput = { ...values, version: null };
    return addPerson(trust, input, keyOf(input));
  };
  const { form, isSaving, submit } = useSettingsForm<PersonValues>({
    initialValues: opened ? valuesOf(opened) : emptyPerson(role),
    validate: (values) => checkTrustPerson({ ...values, version: opened?.version ?? null }, today),
    failure: 'updateOwner',
    onSave: async (values, done) => {
      const saved = await (opened ? saveOver(opened, values, (next) => form.setValues(next)) : add(values));
      if (saved) {
        done();
        onUnsaved(false);
        onClose();
        showSuccess(`${saved.name} ${opened ? 'saved' : 'added'}`);
      }
      await changed();
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);

  return (
    <>
      {conflict && <ConflictView noun={TEXTS[role].one} {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={opened ? 'Save' : `Add ${TEXTS[role].one}`}
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <PersonFields role={role} form={form} />
        <ContactLink
          uuid={form.values.contactUuid}
          name={form.values.name}
          error={form.errors.contactUuid}
          onChange={(contact) => {
            form.setFieldValue('contactUuid', contact?.uuid ?? null);
            // Fill in the contact's name unless the user already entered one.
            if (contact && !form.values.name.trim()) form.setFieldValue('name', contact.name);
          }}
        />
      </PanelForm>
    </>
  );
}

import { FreeTextArea } from '@/components/free-text-area';
import { FormSection, PanelForm } from '@/components/panel-form';
import form from '@/components/panel-form.module.css';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { NativeSelect } from '@mantine/core';
import { checkTrust, trustChoices } from 'firmbook-later';
import type { TrustRecord } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { saveTrust } from '../../api/calls';
import { useTrustChanged } from '../../api/use-trust-changed';
import { selectOptions } from '@/lib/select-options';
import { differences, merge, valuesOf, type TrustValues } from './values';
import classes from './details.module.css';

interface DetailsFormProps {
  trust: TrustRecord;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form for the type, the governing state and the notes of a trust. */
export function DetailsForm({ trust, onClose, onUnsaved }: DetailsFormProps) {
  const changed = useTrustChanged(trust.uuid);
  const canEditOwner = useCan('contacts', 'write');
  const { types, states, notesChars } = trustChoices();
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(trust);
  const { conflict, save } = useSaveWithMerge<TrustRecord, TrustValues>({
    save: ({ uuid, version }, values) => saveTrust(uuid, { ...values, version }),
    differences,
    merge,
  });
  const {
    form: fields,
    isSaving,
    submit,
  } = useSettingsForm<TrustValues>({
    initialValues: valuesOf(opened),
    validate: (values) => checkTrust({ ...values, version: opened.version }),
    failure: 'updateOwner',
    onSave: async (values, done) => {
      const saved = await save(opened, values, (next) => fields.setValues(next));
      if (saved) {
        done();
        onUnsaved(false);
        onClose();
        showSuccess(`${saved.name} saved`);
      }
      await changed();
    },
  });
  const isDirty = fields.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);

  return (
    <>
      {conflict && <ConflictView noun="trust" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel="Save"
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <FormSection title="Trust">
          <NativeSelect
            className={form.wide}
            label="Type"
            data={selectOptions(types, 'Not recorded')}
            {...fields.getInputProps('trustType')}
          />
          <NativeSelect
            className={form.wide}
            label="Governing state"
            description="The state whose law governs the trust."
            data={selectOptions(states)}
            {...fields.getInputProps('governingState')}
          />
          <FreeTextArea
            className={form.wide}
            label="Notes"
            autosize
            minRows={3}
            maxRows={12}
            maxLength={notesChars}
            {...fields.getInputProps('notes')}
          />
        </FormSection>
        <p className={classes.hint}>
          Name, tax ID, trust date and address are part of the owner record.{' '}
          {canEditOwner && <Link to={`${paths.owner(trust.uuid)}?panel=edit`}>Edit owner</Link>}
        </p>
      </PanelForm>
    </>
  );
}

import { FreeTextArea } from '@/components/free-text-area';
import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { useToday } from '@/lib/today';
import { useFieldErrors } from '@/lib/use-field-errors';
import { Checkbox, NativeSelect } from '@mantine/core';
import { checkMedicalRequest, medicalChoices } from 'firmbook-later';
import type { MedicalRecord, MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { addRequest, changeRequest } from '../api/medical';
import type { MedicalActions } from '../use-medical';
import { AuthorizationFields } from './authorization-fields';
import { fieldsOf } from './fields';
import { ProviderFields } from './provider-fields';
import { emptyAuthorization, emptyRequest, valuesOf, type RequestValues } from './values';

interface RequestFormProps {
  insured: string;
  record: MedicalRecord;
  actions: MedicalActions;
  /** The draft to change, or the request to copy. Null for a new request. */
  request: MedicalRequest | null;
  isCopy: boolean;
  /** Whether the form starts with an empty authorization if the request has none. */
  addsAuthorization: boolean;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form for a medical request with its authorization. */
export function RequestForm({
  insured,
  record,
  actions,
  request,
  isCopy,
  addsAuthorization,
  onClose,
  onUnsaved,
}: RequestFormProps) {
  const { requestTypes } = medicalChoices();
  const today = useToday();
  const [values, setValues] = useState(() => {
    const start = request ? valuesOf(request, isCopy) : emptyRequest();
    return addsAuthorization
      ? { ...start, authorization: start.authorization ?? emptyAuthorization() }
      : start;
  });
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const errors = useFieldErrors(checkMedicalRequest(values, today));
  const draft = request && !isCopy ? request : null;

  const change = (next: Partial<RequestValues>) => {
    onUnsaved(true);
    setValues((old) => ({ ...old, ...next }));
  };
  const field = fieldsOf(values, change, errors);

  const save = async () => {
    if (!errors.validateAll()) return;
    setIsSaving(true);
    setNote(null);
    const failure = await actions.run(draft ? 'Request saved' : 'Request added', () =>
      draft
        ? changeRequest(insured, draft.uuid, { ...values, version: draft.version })
        : addRequest(insured, values, actions.keyOf(values)),
    );
    setIsSaving(false);
    if (failure) {
      errors.showServerErrors(failure.errors);
      setNote(failure.message || null);
      return;
    }
    onUnsaved(false);
    onClose();
  };

  return (
    <PanelForm
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onCancel={onClose}
      saveLabel={draft ? 'Save' : 'Add request'}
      isSaving={isSaving}
      note={note}
    >
      <FormSection title="Records">
        <NativeSelect
          className={form.wide ?? ''}
          label="Records to request"
          value={values.requestType}
          data={requestTypes.map(({ code, label }) => ({ value: code, label }))}
          onChange={({ currentTarget }) => change({ requestType: currentTarget.value })}
        />
        {field('dateFrom', 'From', { type: 'date', required: true })}
        {field('dateTo', 'To', { type: 'date', required: true })}
        {field('purpose', 'Purpose', { className: form.wide, required: true })}
        {field('deliverBy', 'Needed by', { type: 'date' })}
      </FormSection>
      <ProviderFields
        provider={values.provider}
        onChange={(provider) => change({ provider })}
        errors={errors}
      />
      <FormSection title="HIPAA authorization">
        <Checkbox
          className={form.wide}
          label="The insured, or a representative, has signed an authorization"
          checked={values.authorization !== null}
          onChange={({ currentTarget }) =>
            change({ authorization: currentTarget.checked ? emptyAuthorization() : null })
          }
        />
      </FormSection>
      {values.authorization && (
        <AuthorizationFields
          authorization={values.authorization}
          stored={record.authorizations}
          actions={actions}
          errors={errors}
          onChange={(authorization) => change({ authorization })}
        />
      )}
      <FormSection title="Notes">
        <FreeTextArea
          className={form.wide}
          label="Notes for the office"
          autosize
          minRows={2}
          value={values.notes}
          {...errors.inputOf('notes')}
          onChange={({ currentTarget }) => change({ notes: currentTarget.value })}
        />
      </FormSection>
    </PanelForm>
  );
}

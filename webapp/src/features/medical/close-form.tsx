import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { TextInput } from '@mantine/core';
import type { MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { closeRequest } from './api/medical';
import type { MedicalActions } from './use-medical';

interface CloseFormProps {
  insured: string;
  actions: MedicalActions;
  request: MedicalRequest;
  state: 'refuse' | 'cancel';
  onClose: () => void;
}

/** Form that records a refusal by the provider, or cancels the request. */
export function CloseForm({ insured, actions, request, state, onClose }: CloseFormProps) {
  const isRefusal = state === 'refuse';
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const save = async () => {
    if (!reason.trim()) {
      setError('Enter why.');
      return;
    }
    setIsSaving(true);
    const body = { version: request.version, state: isRefusal ? 'Refused' : 'Cancelled', because: reason };
    const done = isRefusal ? 'Refusal recorded' : 'Request cancelled';
    const failure = await actions.run(done, () => closeRequest(insured, request.uuid, body));
    setIsSaving(false);
    if (failure) setNote(failure.message || null);
    else onClose();
  };

  return (
    <PanelForm
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onCancel={onClose}
      saveLabel={isRefusal ? 'Record refusal' : 'Cancel request'}
      isSaving={isSaving}
      note={note}
    >
      <FormSection title={request.provider.name ?? ''}>
        <TextInput
          className={form.wide}
          label="Why"
          required
          data-autofocus
          autoComplete="off"
          value={reason}
          error={error}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setError(null);
          }}
        />
      </FormSection>
    </PanelForm>
  );
}

import '@mantine/core/styles/Radio.layer.css';
import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { Checkbox } from '@mantine/core';
import { addressLines } from 'firmbook-later';
import { formatPhone, type MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { sendLetter } from './api/medical';
import classes from './medical.module.css';
import { MethodChoice } from './method-choice';
import type { MedicalActions } from './use-medical';

interface SendFormProps {
  insured: string;
  actions: MedicalActions;
  request: MedicalRequest;
  onClose: () => void;
}

/** Creates the next letter of a request. The office then mails or faxes it. */
export function SendForm({ insured, actions, request, onClose }: SendFormProps) {
  const { provider, authorization } = request;
  const [method, setMethod] = useState(provider.fax && !provider.address?.line1 ? 'Fax' : 'Mail');
  const [confirmsEvent, setConfirmsEvent] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const event = authorization?.expiresOn === null ? authorization.expirationEvent : null;

  const save = async () => {
    setIsSaving(true);
    const body = { version: request.version, method, confirmsEvent };
    const key = actions.keyOf([request.uuid, body]);
    const failure = await actions.run('Letter created', () => sendLetter(insured, request.uuid, body, key));
    setIsSaving(false);
    if (failure) setNote(failure.message || null);
    else onClose();
  };

  return (
    <PanelForm
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void save();
      }}
      onCancel={onClose}
      saveLabel="Create letter"
      isSaving={isSaving}
      note={note}
    >
      <FormSection title="Letter">
        <p className={`${classes.about} ${form.wide ?? ''}`}>
          The letter is a PDF. Print it and mail it, or fax it, with the authorization. Then mark it as sent.
          The next step is due 14 days later.
        </p>
        <MethodChoice value={method} onChange={setMethod} />
        <p className={`${classes.about} ${form.wide ?? ''}`}>
          To {provider.name}
          {method === 'Fax'
            ? ` · ${provider.fax ? formatPhone(provider.fax) : 'No fax number'}`
            : ` · ${addressLines(provider.address ?? {}).join(', ') || 'No address'}`}
        </p>
        {event && (
          <Checkbox
            className={form.wide}
            label={`The authorization is still valid. This has not happened: ${event}`}
            checked={confirmsEvent}
            onChange={({ currentTarget }) => setConfirmsEvent(currentTarget.checked)}
          />
        )}
      </FormSection>
    </PanelForm>
  );
}

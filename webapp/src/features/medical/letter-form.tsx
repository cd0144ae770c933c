import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { useToday } from '@/lib/today';
import { NativeSelect, TextInput } from '@mantine/core';
import { medicalChoices } from 'firmbook-later';
import type { LetterChangeInput, MedicalLetter, MedicalRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { changeLetter } from './api/medical';
import { MethodChoice } from './method-choice';
import type { MedicalActions } from './use-medical';

interface LetterFormProps {
  insured: string;
  actions: MedicalActions;
  request: MedicalRequest;
  letter: MedicalLetter;
  change: 'sent' | 'failed' | 'again';
  onClose: () => void;
}

const STATES = { sent: 'Sent', failed: 'Failed', again: 'Queued' } as const;
const DONE = {
  sent: 'Letter marked as sent',
  failed: 'Letter marked as not delivered',
  again: 'Letter queued again',
} as const;

/** Form that marks a letter as sent or not delivered, or queues it again. */
export function LetterForm({ insured, actions, request, letter, change, onClose }: LetterFormProps) {
  const { failures } = medicalChoices();
  const today = useToday();
  const [day, setDay] = useState(today);
  const [failure, setFailure] = useState(failures[0]?.code ?? '');
  const [method, setMethod] = useState(letter.method);
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const save = async () => {
    setIsSaving(true);
    const body: LetterChangeInput = {
      version: letter.version,
      state: STATES[change],
      sentOn: change === 'sent' ? day : '',
      failure: change === 'failed' ? failure : '',
      method: change === 'again' ? method : '',
    };
    const actionFailure = await actions.run(DONE[change], () =>
      changeLetter(insured, request.uuid, letter.uuid, body),
    );
    setIsSaving(false);
    if (actionFailure) setNote(actionFailure.message || null);
    else onClose();
  };

  return (
    <PanelForm
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onCancel={onClose}
      saveLabel={change === 'again' ? 'Send again' : 'Save'}
      isSaving={isSaving}
      note={note}
    >
      <FormSection title={`${letter.stepLabel}, ${request.provider.name}`}>
        {change === 'sent' && (
          <TextInput
            className={form.wide}
            type="date"
            label={letter.method === 'Fax' ? 'Faxed on' : 'Mailed on'}
            required
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
        {change === 'failed' && (
          <NativeSelect
            className={form.wide ?? ''}
            label="What happened"
            value={failure}
            data={failures.map(({ code, label }) => ({ value: code, label }))}
            onChange={({ currentTarget }) => setFailure(currentTarget.value)}
          />
        )}
        {change === 'again' && <MethodChoice value={method} onChange={setMethod} />}
      </FormSection>
    </PanelForm>
  );
}

import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { fieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { useFieldErrors } from '@/lib/use-field-errors';
import { useUnsaved } from '@/lib/use-unsaved';
import { TextInput } from '@mantine/core';
import { checkLetters } from 'firmbook-later';
import { formatMoney, type GiftLetters, type LettersInput } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { createLetters } from '../../api/letters';
import classes from './letters.module.css';
import { useLettersChanged } from './use-letters';

interface CreatePanelProps {
  trust: string;
  /** Null closes the panel. */
  gift: GiftLetters | null;
  onClose: () => void;
}

/** Side panel that creates the letters of a gift. */
export function CreatePanel({ trust, gift, onClose }: CreatePanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel title="Create letters" opened={gift !== null} onClose={onClose} hasUnsaved={hasUnsaved}>
      {gift && <CreateForm trust={trust} gift={gift} onClose={onClose} onUnsaved={setUnsaved} />}
    </SidePanel>
  );
}

interface CreateFormProps extends CreatePanelProps {
  gift: GiftLetters;
  onUnsaved: (isUnsaved: boolean) => void;
}

function CreateForm({ trust, gift: current, onClose, onUnsaved }: CreateFormProps) {
  // The version that the form started from. A version conflict replaces it with the stored gift.
  const [gift, setGift] = useState(current);
  const today = useToday();
  const changed = useLettersChanged(trust);
  const [date, setDate] = useState(today);
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const input: LettersInput = {
    giftUuid: gift.gift.uuid,
    giftVersion: gift.gift.version,
    letterDate: date,
    letters: gift.recipients.map(({ personUuid, amount }) => ({
      personUuid,
      amount: amounts[personUuid] ?? formatMoney(amount, 2),
    })),
  };
  const found = checkLetters(input, gift, today);
  const errors = useFieldErrors(found);
  // Errors that belong to no field.
  const { giftUuid, letters } = fieldMessages(found);
  const errorMessage = giftUuid ?? letters;
  const count = gift.recipients.length;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!errors.validateAll()) return;
    setIsSaving(true);
    setNote(null);
    try {
      await createLetters(trust, input);
      onUnsaved(false);
      onClose();
      showSuccess(count === 1 ? '1 letter created' : `${count} letters created`);
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        setGift(problem.current as GiftLetters);
        setAmounts({});
        setNote(
          'The gift or the trust was changed while you were editing. Check the amounts, then save again.',
        );
      } else if (problem?.errors.length) {
        errors.showServerErrors(problem.errors);
        setNote(problem.errors[0]?.message ?? null);
      } else {
        showFailure('updateOwner', reason);
      }
    } finally {
      setIsSaving(false);
      await changed();
    }
  };

  return (
    <PanelForm
      onSubmit={(event) => void save(event)}
      onCancel={onClose}
      saveLabel={count === 1 ? 'Create 1 letter' : `Create ${count} letters`}
      isSaving={isSaving}
      note={note}
    >
      <FormSection title="Letters">
        <TextInput
          className={form.wide}
          type="date"
          label="Letter date"
          required
          value={date}
          {...errors.inputOf('letterDate')}
          onChange={({ currentTarget }) => {
            onUnsaved(true);
            setDate(currentTarget.value);
            errors.clearServerError('letterDate');
          }}
        />
      </FormSection>
      <FormSection title={`Withdrawal amounts (gift of ${formatMoney(gift.gift.amount, 2)})`}>
        {gift.recipients.map(({ personUuid, beneficiary, addressee }, index) => (
          <TextInput
            key={personUuid}
            className={form.wide}
            label={beneficiary}
            description={addressee === beneficiary ? undefined : `To ${addressee}`}
            inputMode="decimal"
            autoComplete="off"
            required
            value={input.letters[index]?.amount ?? ''}
            {...errors.inputOf(`letters[${index}].amount`)}
            onChange={({ currentTarget }) => {
              onUnsaved(true);
              setAmounts({ ...amounts, [personUuid]: currentTarget.value });
              errors.clearServerError(`letters[${index}].amount`);
            }}
          />
        ))}
        {errorMessage && (
          <p role="alert" className={`${classes.refusal} ${form.wide ?? ''}`}>
            {errorMessage}
          </p>
        )}
      </FormSection>
    </PanelForm>
  );
}

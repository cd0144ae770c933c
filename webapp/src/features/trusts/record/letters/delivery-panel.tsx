import '@mantine/core/styles/Radio.layer.css';
import form from '@/components/panel-form.module.css';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { fieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { useFieldErrors } from '@/lib/use-field-errors';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { checkDelivery } from 'firmbook-later';
import type { CrummeyLetter, DeliveryInput, GiftLetters } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { deliverLetters } from '../../api/letters';
import classes from './letters.module.css';
import { isOpen } from './status';
import { useLettersChanged } from './use-letters';

interface DeliveryPanelProps {
  trust: string;
  /** Null closes the panel. */
  gift: GiftLetters | null;
  /** The letter to deliver. Null for all that are not delivered. */
  letter: string | null;
  canEmail: boolean;
  onClose: () => void;
}

/** Side panel that emails letters, or records how they were delivered. */
export function DeliveryPanel({ gift, onClose, ...props }: DeliveryPanelProps) {
  return (
    <SidePanel title="Deliver letters" opened={gift !== null} onClose={onClose}>
      {gift && <DeliveryForm key={props.letter} gift={gift} onClose={onClose} {...props} />}
    </SidePanel>
  );
}

const METHODS = [
  { value: 'Email', label: 'Email now' },
  { value: 'Mail', label: 'Record mailing' },
  { value: 'Hand', label: 'Record hand delivery' },
] as const;
type Method = (typeof METHODS)[number]['value'];

function DeliveryForm({
  trust,
  gift,
  letter,
  canEmail,
  onClose,
}: DeliveryPanelProps & { gift: GiftLetters }) {
  const today = useToday();
  const changed = useLettersChanged(trust);
  const open = gift.letters.filter(isOpen);
  const [excluded, setExcluded] = useState<readonly string[]>(() =>
    letter === null ? [] : open.filter(({ uuid }) => uuid !== letter).map(({ uuid }) => uuid),
  );
  const chosen = open.filter(({ uuid }) => !excluded.includes(uuid));
  const [method, setMethod] = useState<Method>(() =>
    canEmail && chosen.every(({ email }) => email !== null) ? 'Email' : 'Mail',
  );
  const [day, setDay] = useState(today);
  const [isSaving, setIsSaving] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const input: DeliveryInput = {
    method,
    deliveredOn: method === 'Email' ? '' : day,
    letters: chosen.map(({ uuid, version }) => ({ uuid, version })),
  };
  const found = checkDelivery(input, chosen, canEmail, today);
  const errors = useFieldErrors(found);
  // Errors that belong to no field.
  const messages = fieldMessages(found);
  const errorMessage = messages.method ?? messages.letters;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!errors.validateAll()) return;
    setIsSaving(true);
    setNote(null);
    try {
      await deliverLetters(trust, input);
      onClose();
      showSuccess(successText(method, chosen.length));
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        setNote('A letter was changed meanwhile. Check the letters, then save again.');
      } else if (problem?.errors.length) {
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
      saveLabel={saveLabel(method, chosen.length)}
      isSaving={isSaving}
      note={note}
    >
      <FormSection title="Letters">
        <div className={`${classes.choice} ${form.wide ?? ''}`}>
          {open.map((item) => (
            <Checkbox
              key={item.uuid}
              label={item.addressee}
              description={addressText(item, method)}
              checked={!excluded.includes(item.uuid)}
              onChange={({ currentTarget }) =>
                setExcluded(
                  currentTarget.checked
                    ? excluded.filter((uuid) => uuid !== item.uuid)
                    : [...excluded, item.uuid],
                )
              }
            />
          ))}
        </div>
      </FormSection>
      <FormSection title="Delivery">
        <Radio.Group
          className={form.wide ?? ''}
          aria-label="Delivery"
          value={method}
          onChange={(value) => setMethod(value as Method)}
        >
          <div className={classes.choice}>
            {METHODS.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} disabled={value === 'Email' && !canEmail} />
            ))}
          </div>
        </Radio.Group>
        {method !== 'Email' && (
          <TextInput
            className={form.wide}
            type="date"
            label={method === 'Mail' ? 'Mailed on' : 'Handed over on'}
            required
            value={day}
            {...errors.inputOf('deliveredOn')}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
        {!canEmail && (
          <p className={`${classes.about} ${form.wide ?? ''}`}>Firmbook is not set up to send email.</p>
        )}
        {errorMessage && (
          <p role="alert" className={`${classes.refusal} ${form.wide ?? ''}`}>
            {errorMessage}
          </p>
        )}
      </FormSection>
    </PanelForm>
  );
}

const addressText = ({ email }: CrummeyLetter, method: Method) =>
  method === 'Email' ? (email ?? 'No email address') : undefined;

const formatLetterCount = (count: number) => (count === 1 ? '1 letter' : `${count} letters`);

const saveLabel = (method: Method, count: number) =>
  method === 'Email' ? `Email ${formatLetterCount(count)}` : `Record ${formatLetterCount(count)}`;

const successText = (method: Method, count: number) =>
  method === 'Email'
    ? `${formatLetterCount(count)} queued for sending`
    : `Delivery of ${formatLetterCount(count)} recorded`;

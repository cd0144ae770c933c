import { useUnsaved } from '@/lib/use-unsaved';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import form from '@/components/panel-form.module.css';
import { fieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { showFailure } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { NativeSelect, TextInput } from '@mantine/core';
import { checkGift } from 'firmbook-later';
import type { GiftPlan, PremiumGift, Trust } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { useFieldErrors } from '@/lib/use-field-errors';
import { EMPTY, giftToValues, planned, valuesToDraft, withPremiumDue, type GiftValues } from './gift-values';

interface GiftPanelProps {
  /** The gift to edit. Null for a new one. */
  gift: PremiumGift | null;
  trusts: readonly Trust[];
  /** The values of a new gift. */
  plan: GiftPlan | null;
  opened: boolean;
  onSave: (before: PremiumGift | null, values: GiftValues) => Promise<void>;
  onClose: () => void;
}

/** Side panel with the form for a gift. */
export function GiftPanel({ opened, ...props }: GiftPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel
      title={props.gift ? 'Edit gift' : 'Add gift'}
      opened={opened}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      {opened && <GiftForm {...props} onUnsaved={setUnsaved} />}
    </SidePanel>
  );
}

interface GiftFormProps extends Omit<GiftPanelProps, 'opened'> {
  onUnsaved: (isUnsaved: boolean) => void;
}

type Field = keyof GiftValues;

function GiftForm({ gift, trusts, plan, onSave, onClose, onUnsaved }: GiftFormProps) {
  // The version that the form started from. A version conflict replaces it with the stored gift.
  const [before, setBefore] = useState(gift);
  const [values, setValues] = useState(() => {
    if (gift) return giftToValues(gift);
    const [only] = trusts;
    return plan ? planned(plan) : { ...EMPTY, trustUuid: trusts.length === 1 ? (only?.uuid ?? '') : '' };
  });
  const found = checkGift(valuesToDraft(values, before?.version ?? null), useToday());
  const errors = useFieldErrors(found);
  const warnings = fieldMessages(found, 'warning');
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!errors.validateAll()) return;
    setIsSaving(true);
    setNote(null);
    try {
      await onSave(before, values);
      onUnsaved(false);
      onClose();
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        setBefore(problem.current as PremiumGift);
        setNote('This gift was changed while you were editing. Save again to overwrite those changes.');
      } else if (problem?.errors.length) {
        errors.showServerErrors(problem.errors);
      } else {
        showFailure('updatePolicy', reason);
      }
    } finally {
      setIsSaving(false);
    }
  };

  const field = (name: Field, label: string, required = true) => ({
    label,
    required,
    value: values[name],
    ...errors.inputOf(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      onUnsaved(true);
      setValues((old) => (name === 'premiumDue' ? withPremiumDue(old, value) : { ...old, [name]: value }));
      errors.clearServerError(name);
    },
  });
  const known = [{ value: '', label: '' }, ...trusts.map(({ uuid, name }) => ({ value: uuid, label: name }))];
  // The trust of an existing gift may no longer own the policy.
  if (gift && !trusts.some(({ uuid }) => uuid === gift.trustUuid)) {
    known.push({ value: gift.trustUuid, label: gift.trustName });
  }

  return (
    <PanelForm
      onSubmit={(event) => void save(event)}
      onCancel={onClose}
      saveLabel="Save"
      isSaving={isSaving}
      note={note}
    >
      <FormSection title="Planned">
        <NativeSelect className={form.wide} data={known} {...field('trustUuid', 'Trust')} />
        <TextInput
          className={form.wide}
          inputMode="decimal"
          autoComplete="off"
          {...field('amount', 'Amount')}
        />
        <TextInput
          className={form.wide}
          type="date"
          description="Sets the gift date and the letter date, counted back."
          {...field('premiumDue', 'Premium due')}
        />
        <TextInput type="date" {...field('giftDate', 'Gift date')} />
        <TextInput type="date" {...field('letterDate', 'Letters due')} />
      </FormSection>
      <FormSection title="Completed">
        <TextInput type="date" {...field('receivedOn', 'Gift received on', false)} />
        <TextInput type="date" {...field('lettersSentOn', 'Letters sent on', false)} />
        <TextInput
          type="date"
          description={warnings.premiumPaidOn}
          {...field('premiumPaidOn', 'Premium paid on', false)}
        />
      </FormSection>
    </PanelForm>
  );
}

import { SidePanel } from '@/components/side-panel';
import form from '@/record/form.module.css';
import { ApiError } from '@/lib/http';
import { showFailure } from '@/lib/toast';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { PremiumGift, Trust } from 'firmbook-wasm';
import { useCallback, useRef, useState, type FormEvent } from 'react';
import { EMPTY, typed, type GiftValues } from './gift-values';
import classes from '../guidelines/guidelines.module.css';

interface GiftPanelProps {
  /** The gift to edit; null for a new one. */
  gift: PremiumGift | null;
  trusts: readonly Trust[];
  opened: boolean;
  onSave: (before: PremiumGift | null, values: GiftValues) => Promise<void>;
  onClose: () => void;
}

/** Side panel with the form of a gift. */
export function GiftPanel({ opened, ...props }: GiftPanelProps) {
  const isDirty = useRef(false);
  const hasUnsaved = useCallback(() => isDirty.current, []);
  return (
    <SidePanel
      title={props.gift ? 'Edit gift' : 'Add gift'}
      opened={opened}
      onClose={props.onClose}
      hasUnsaved={hasUnsaved}
    >
      {opened && (
        <GiftForm
          {...props}
          onDirty={(dirty) => {
            isDirty.current = dirty;
          }}
        />
      )}
    </SidePanel>
  );
}

interface GiftFormProps extends Omit<GiftPanelProps, 'opened'> {
  onDirty: (isDirty: boolean) => void;
}

type Field = keyof GiftValues;

function GiftForm({ gift, trusts, onSave, onClose, onDirty }: GiftFormProps) {
  // The base version of the form. A version conflict replaces it with the stored gift.
  const [before, setBefore] = useState(gift);
  const [values, setValues] = useState(() => {
    const [only] = trusts;
    return gift ? typed(gift) : { ...EMPTY, trustUuid: trusts.length === 1 ? (only?.uuid ?? '') : '' };
  });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    setNote(null);
    try {
      await onSave(before, values);
      onDirty(false);
      onClose();
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        setBefore(problem.current as PremiumGift);
        setNote('Somebody changed this gift meanwhile. Save again to keep what stands here.');
      } else if (problem?.errors.length) {
        setFaults(Object.fromEntries(problem.errors.map(({ field, message }) => [field, message])));
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
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      onDirty(true);
      setValues((old) => ({ ...old, [name]: value }));
      setFaults((old) => ({ ...old, [name]: undefined }));
    },
  });
  const known = [{ value: '', label: '' }, ...trusts.map(({ uuid, name }) => ({ value: uuid, label: name }))];
  // The trust of an existing gift may no longer own the policy.
  if (gift && !trusts.some(({ uuid }) => uuid === gift.trustUuid)) {
    known.push({ value: gift.trustUuid, label: gift.trustName });
  }

  return (
    <form className={form.form} onSubmit={(event) => void save(event)} noValidate>
      {note && (
        <p role="alert" className={classes.note}>
          {note}
        </p>
      )}
      <div className={form.fields}>
        <fieldset className={form.part}>
          <legend>What is planned</legend>
          <NativeSelect className={form.wide} data={known} {...field('trustUuid', 'Trust')} />
          <TextInput
            className={form.wide}
            inputMode="decimal"
            autoComplete="off"
            {...field('amount', 'Amount')}
          />
          <TextInput type="date" {...field('giftDate', 'Gift on')} />
          <TextInput type="date" {...field('letterDate', 'Letters by')} />
          <TextInput type="date" {...field('premiumDue', 'Premium due')} />
        </fieldset>
        <fieldset className={form.part}>
          <legend>What was done</legend>
          <TextInput type="date" {...field('receivedOn', 'Gift received on', false)} />
          <TextInput type="date" {...field('lettersSentOn', 'Letters sent on', false)} />
        </fieldset>
      </div>
      <div className={form.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}

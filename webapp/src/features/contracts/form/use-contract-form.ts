import { fieldMessages, focusFirstInvalid } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { useForm } from '@mantine/form';
import type { FieldProblem, PartyDraft } from 'firmbook-wasm';
import { useState } from 'react';
import { checkContract } from '../api/save-contract';
import type { AnyRecord, Draft } from '../api/get-contract';
import type { LineOfContract } from '../lines';
import { read, valuesOf, type ContractValues } from './contract-values';
import { riderValues, ridersOf, sameRiders, type RiderValues } from './rider-values';

export interface ContractFormOptions {
  line: LineOfContract;
  /** Null for a new contract. */
  before: AnyRecord | null;
  /** Parties added with a new contract. */
  parties: PartyDraft[];
  /**
   * Saves the contract. Field errors of a thrown `ApiError` are shown beside their fields. `adopt`
   * replaces the values of the form.
   */
  onSave: (draft: Draft, adopt: (draft: Draft) => void) => Promise<void>;
  /** Receives any other error. */
  onFailure: (reason: unknown) => void;
}

/** State, validation and saving of a contract form. Fields are validated on blur. */
export function useContractForm({ line, before, parties, onSave, onFailure }: ContractFormOptions) {
  const [initialValues] = useState(() => valuesOf(line, before?.contract ?? null));
  const [initialRiders] = useState(() => riderValues(before?.riders ?? []));
  const [riders, setRiders] = useState<RiderValues[]>(initialRiders);
  const [warnings, setWarnings] = useState<Record<string, string | undefined>>({});
  const [isSaving, setIsSaving] = useState(false);

  const unreadable = (values: ContractValues) => fieldMessages(read(line, values).problems, 'error', keyOf);
  const form = useForm<ContractValues>({ initialValues, validate: unreadable });

  /**
   * Validates a field on the server, which also checks that the number is unused. Ignores failures:
   * saving validates again.
   */
  const judgeField = async (key: string) => {
    const { terms, problems } = read(line, form.getValues());
    const found = problems.some(({ field: at }) => at === key)
      ? problems
      : await checkContract(line, before, terms, parties).catch(() => null);
    if (!found) return;
    form.setFieldError(key, fieldMessages(found, 'error', keyOf)[key] ?? null);
    setWarnings((known) => ({ ...known, [key]: fieldMessages(found, 'warning', keyOf)[key] }));
  };

  /** Props of a text input. */
  const field = (key: string) => {
    const { onBlur, ...props } = form.getInputProps(key);
    return {
      ...props,
      description: props.error ? undefined : warnings[key],
      onBlur: (event: unknown) => {
        onBlur?.(event);
        void judgeField(key);
      },
    };
  };

  const adopt = (draft: Draft) => {
    form.setValues(valuesOf(line, draft.terms));
    setRiders(riderValues(draft.riders));
  };

  const save = form.onSubmit(async (values) => {
    setIsSaving(true);
    try {
      await onSave({ terms: read(line, values).terms, riders: ridersOf(riders) }, adopt);
    } catch (reason) {
      const found = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
      if (!found.some((one) => keyOf(one) in values || isOfRider(one))) return onFailure(reason);
      const errors = fieldMessages(found, 'error', keyOf);
      form.setErrors(errors);
      focusFirstInvalid(errors);
    } finally {
      setIsSaving(false);
    }
  }, focusFirstInvalid);
  const isDirty = form.isDirty() || !sameRiders(riders, initialRiders);
  return { form, field, riders, setRiders, save, isSaving, isDirty };
}

/** The form field of a problem. A problem with one year of a schedule belongs to the schedule field. */
const keyOf = ({ field }: FieldProblem) => field.replace(/^contract\./, '').replace(/\[\d+\]$/, '');

const isOfRider = ({ field }: FieldProblem) => field.startsWith('riders');

import { fieldWarning } from '@/components/field-warning';
import { fieldMessages, focusFirstInvalid, type FieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { useForm, type FormErrors } from '@mantine/form';
import type { FieldProblem, PartyDraft } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { checkContract } from '../api/save-contract';
import type { AnyRecord, Draft } from '../api/get-contract';
import type { LineOfBusiness } from '../lines-of-business';
import { keyOf, parseValues, valuesOf, type ContractValues } from './contract-values';
import { riderValues, ridersOf, sameRiders, type RiderValues } from './rider-values';
import { useAnnualizedPremium } from './use-annualized-premium';
import { useFieldChecks } from './use-field-checks';

export interface ContractFormOptions {
  line: LineOfBusiness;
  /** Null for a new contract. */
  before: AnyRecord | null;
  /** Parties added with a new contract. */
  parties: PartyDraft[];
  /**
   * Saves the contract. Field errors in a thrown `ApiError` are shown next to their fields. `applyValues`
   * replaces the values of the form.
   */
  onSave: (draft: Draft, applyValues: (draft: Draft) => void) => Promise<void>;
  /** Receives any other error. */
  onFailure: (reason: unknown) => void;
}

/** Manages the state, validation and saving of a contract form. Fields are validated on blur. */
export function useContractForm({ line, before, parties, onSave, onFailure }: ContractFormOptions) {
  const [initialValues] = useState(() => valuesOf(line, before?.contract ?? null));
  const [initialRiders] = useState(() => riderValues(before?.riders ?? []));
  const [riders, setRiders] = useState<RiderValues[]>(initialRiders);
  const [warnings, setWarnings] = useState<FieldMessages>({});
  const [isSaving, setIsSaving] = useState(false);

  const unreadable = (values: ContractValues) =>
    fieldMessages(parseValues(line, values).problems, 'error', keyOf);
  const form = useForm<ContractValues>({ initialValues, validate: unreadable });

  const { checkLater, cancelCheck } = useFieldChecks(
    async (signal) => {
      const values = { ...form.getValues() };
      const { terms, problems } = parseValues(line, values);
      const draft = { terms, riders: ridersOf(riders) };
      const found = await checkContract(line, before, draft, parties, signal);
      return { values, found: [...problems, ...found] };
    },
    (fields, { values, found }) => {
      const errors = fieldMessages(found, 'error', keyOf);
      const typed = form.getValues();
      for (const key of fields) if (typed[key] === values[key]) form.setFieldError(key, errors[key] ?? null);
      const ofFields = found.filter((item) => fields.has(keyOf(item)));
      setWarnings(fieldMessages(ofFields, 'warning', keyOf));
    },
  );

  const followPremium = useAnnualizedPremium(form, initialValues);

  /** Validates a field on blur: its format immediately, all other rules on the server after a short delay. */
  const validateField = (key: string) => {
    const problem = unreadable(form.getValues())[key];
    if (problem) form.setFieldError(key, problem);
    checkLater(key);
  };

  const changeRiders = (next: RiderValues[]) => {
    // Errors refer to riders by index, and adding or removing a rider shifts the indexes.
    if (next.length !== riders.length)
      for (const key of Object.keys(form.errors)) if (key.startsWith('riders')) form.clearFieldError(key);
    setRiders(next);
  };

  /** Returns the props for a text input. */
  const field = (key: string) => {
    const { onBlur, ...props } = form.getInputProps(key);
    return {
      ...props,
      description: props.error ? undefined : fieldWarning(warnings[key]),
      onBlur: (event: unknown) => {
        onBlur?.(event);
        followPremium(key);
        validateField(key);
      },
    };
  };

  const applyValues = (draft: Draft) => {
    form.setValues(valuesOf(line, draft.terms));
    changeRiders(riderValues(draft.riders));
  };

  /** Shows the unreadable values together with what the server finds in the others. */
  const showErrors = async (found: FormErrors) => {
    setIsSaving(true);
    const { terms, problems } = parseValues(line, form.getValues());
    const draft = { terms, riders: ridersOf(riders) };
    const { signal } = new AbortController();
    const serverProblems = await checkContract(line, before, draft, parties, signal).catch(() => null);
    // Without an answer, the errors that the server found earlier stay.
    const errors = serverProblems
      ? fieldMessages([...problems, ...serverProblems], 'error', keyOf)
      : { ...form.errors, ...found };
    form.setErrors(errors);
    focusFirstInvalid(errors);
    setIsSaving(false);
  };
  const submit = form.onSubmit(async (values) => {
    setIsSaving(true);
    try {
      await onSave({ terms: parseValues(line, values).terms, riders: ridersOf(riders) }, applyValues);
    } catch (reason) {
      const found = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
      if (!found.some((item) => keyOf(item) in values || isOfRider(item))) return onFailure(reason);
      const errors = fieldMessages(found, 'error', keyOf);
      form.setErrors(errors);
      focusFirstInvalid(errors);
    } finally {
      setIsSaving(false);
    }
  }, showErrors);
  const save = (event: FormEvent<HTMLFormElement>) => {
    cancelCheck();
    submit(event);
  };
  const isDirty = form.isDirty() || !sameRiders(riders, initialRiders);
  return { form, field, riders, changeRiders, validateField, save, isSaving, isDirty };
}

const isOfRider = ({ field }: FieldProblem) => field.startsWith('riders');

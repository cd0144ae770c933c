import type { UseFormReturnType } from '@mantine/form';
import type { BestInterestChoices, ContractValues, FormField } from 'firmbook-wasm';
import { createContext, use } from 'react';
import type { Owner } from '../api';
import type { FormValues } from '../form-values';

/** Data shared by all inputs of a form. */
export interface Fields {
  owner: Owner;
  form: UseFormReturnType<FormValues>;
  /** Displayed fields by path. */
  shown: ReadonlyMap<string, FormField>;
  choices: BestInterestChoices;
  /** Contracts that the form can refer to. */
  contracts: readonly ContractValues[];
  /** Path of the input that gets the focus. */
  focused: string;
}

export const FieldsContext = createContext<Fields | null>(null);

export function useFields(): Fields {
  const fields = use(FieldsContext);
  if (!fields) throw new Error('useFields needs a FieldsContext above it');
  return fields;
}

/** Returns the props of an input: label, value and error. `path` starts at the form values. */
export function useField(path: string) {
  const { form, shown, focused } = useFields();
  const field = shown.get(path);
  return {
    label: field?.label,
    withAsterisk: field?.isRequired ?? false,
    'data-path': path,
    'data-autofocus': focused === path || undefined,
    ...form.getInputProps(path),
  };
}

import { FreeTextArea } from '@/components/free-text-area';
import { selectOptions } from '@/lib/select-options';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Choice } from 'firmbook-wasm';
import { useField, useFields } from './fields-context';

interface InputProps {
  /** Path in the form values. */
  at: string;
  /** Replaces the label of the displayed field. */
  label?: string;
  withAsterisk?: boolean;
}

export const LineInput = ({ at, ...props }: InputProps) => (
  <TextInput autoComplete="off" maxLength={useFields().choices.lineChars} {...useField(at)} {...props} />
);

export const NumberInput = ({ at, ...props }: InputProps) => (
  <TextInput autoComplete="off" inputMode="decimal" {...useField(at)} {...props} />
);

export const DateInput = ({ at, ...props }: InputProps) => (
  <TextInput type="date" {...useField(at)} {...props} />
);

export const TextBox = ({ at, ...props }: InputProps) => (
  <FreeTextArea
    autosize
    minRows={3}
    maxRows={12}
    maxLength={useFields().choices.textChars}
    {...useField(at)}
    {...props}
  />
);

export const CodeSelect = ({ at, choices, ...props }: InputProps & { choices: readonly Choice[] }) => (
  <NativeSelect data={selectOptions(choices, 'Choose')} {...useField(at)} {...props} />
);

const ANSWERS = selectOptions(
  [
    { code: 'true', label: 'Yes' },
    { code: 'false', label: 'No' },
  ],
  'Choose',
);

export function YesNoSelect({ at, ...props }: InputProps) {
  const { form } = useFields();
  const field = useField(at);
  return (
    <NativeSelect
      data={ANSWERS}
      {...field}
      {...props}
      value={String(field.value ?? '')}
      onChange={({ currentTarget: { value } }) =>
        form.setFieldValue(at, value === '' ? null : value === 'true')
      }
    />
  );
}

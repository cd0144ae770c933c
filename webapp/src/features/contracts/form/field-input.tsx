import { NativeSelect, TextInput } from '@mantine/core';
import { choices, type EnumName } from 'firmbook-wasm';
import type { ChangeEvent, ReactNode } from 'react';
import type { ContractField, FieldKind } from '../fields';

interface FieldInputProps {
  field: ContractField;
  /** Default: the label of the field. */
  label?: string;
  description?: ReactNode;
  className?: string | undefined;
  'aria-label'?: string;
  'aria-errormessage'?: string | undefined;
  /** As in `ContractValues`. */
  value?: string;
  error?: ReactNode;
  disabled?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  onBlur?: (event: unknown) => void;
  /** Focuses the input when its panel opens. */
  isFirst?: boolean;
}

/** Input for a contract field of any kind except carriers. */
export function FieldInput({ field, isFirst, ...rest }: FieldInputProps) {
  const { kind, label, isRequired = false } = field;
  const props = { label, required: isRequired, 'data-autofocus': isFirst || undefined, ...rest };
  if (kind === 'answer' || kind === 'flag') return <NativeSelect data={ANSWERS} {...props} />;
  if (isPlain(kind)) {
    return (
      <TextInput
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={kind === 'date' || kind === 'text' ? undefined : kind === 'whole' ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={kind === 'percents' ? '7, 6, 5' : undefined}
        {...props}
      />
    );
  }
  return <NativeSelect data={optionsOf(kind)} {...props} />;
}

/** An empty value means unknown. */
const ANSWERS = [
  { value: '', label: '' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type PlainKind = Exclude<FieldKind, EnumName | 'flag' | 'answer' | 'carrier'>;
const PLAIN: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'text',
  'money',
  'percent',
  'percents',
  'date',
  'whole',
  'carrier',
]);
const isPlain = (kind: FieldKind): kind is PlainKind | 'carrier' => PLAIN.has(kind);

const optionsOf = (kind: EnumName) => [
  { value: '', label: '' },
  ...choices(kind).map(({ code: value, label }) => ({ value, label })),
];

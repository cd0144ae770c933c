import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { choices, type EnumName } from 'firmbook-wasm';
import type { ContactField } from '../fields';
import classes from '@/components/panel-form.module.css';

const TYPES = { date: 'date', email: 'email', phone: 'tel' };

/** Input for a contact field. `props` override the defaults that the field implies. */
export function FieldInput({ field, props }: { field: ContactField; props: Record<string, unknown> }) {
  const { label, as, set, isWide, input } = field;
  const common = { label, ...(isWide && { className: classes.wide }), ...input };
  if (set) return <NativeSelect {...common} data={optionsOf(set, set !== 'ownerType')} {...props} />;
  if (as === 'lines') return <Textarea {...common} minRows={3} autosize maxRows={10} {...props} />;
  return <TextInput {...common} {...(as && { type: TYPES[as] })} {...props} />;
}

function optionsOf(set: EnumName, canBeEmpty: boolean) {
  const known = choices(set).map(({ code, label }) => ({ value: String(code), label }));
  return canBeEmpty ? [{ value: '', label: '' }, ...known] : known;
}

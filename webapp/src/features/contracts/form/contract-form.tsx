import { FormSection, PanelForm } from '@/components/panel-form';
import classes from '@/components/panel-form.module.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choices, type EnumName } from 'firmbook-wasm';
import { Fragment, useEffect, type ReactNode } from 'react';
import { carriersQuery } from '../api/carriers';
import { fieldGroups, type ContractField, type FieldKind } from '../fields';
import { Riders } from './riders';
import { useContractForm, type ContractFormOptions } from './use-contract-form';

interface ContractFormProps extends ContractFormOptions {
  saveLabel: string;
  onCancel: () => void;
  onUnsaved?: (isDirty: boolean) => void;
  /** Shown after the first group of fields. */
  children?: ReactNode;
}

/** Form for a policy or annuity. */
export function ContractForm({ saveLabel, onCancel, onUnsaved, children, ...options }: ContractFormProps) {
  const { form, field, riders, changeRiders, judgeField, save, isSaving, isDirty } = useContractForm(options);
  const { data: carriers = [] } = useQuery(carriersQuery);
  useEffect(() => onUnsaved?.(isDirty), [isDirty, onUnsaved]);
  useEffect(() => () => onUnsaved?.(false), [onUnsaved]);
  // The stored carrier may be closed to new business and missing from the list.
  const carrier = options.before?.carrier;
  const known =
    carrier && !carriers.some(({ uuid }) => uuid === carrier.uuid) ? [carrier, ...carriers] : carriers;
  const carrierOptions = [
    { value: '', label: '' },
    ...known.map(({ uuid: value, name: label }) => ({ value, label })),
  ];

  const input = (shown: ContractField, isFirst: boolean) => {
    const { key, label, kind, isRequired } = shown;
    if (kind === 'flag') {
      return (
        <Checkbox
          key={key}
          className={classes.wide}
          label={label}
          checked={form.values[key] === 'true'}
          onChange={(event) => form.setFieldValue(key, event.currentTarget.checked ? 'true' : '')}
        />
      );
    }
    const props = { label, required: isRequired ?? false, ...field(key) };
    if (kind === 'carrier')
      return <NativeSelect key={key} className={classes.wide} data={carrierOptions} {...props} />;
    if (kind === 'answer') return <NativeSelect key={key} data={ANSWERS} {...props} />;
    if (isPlain(kind)) {
      return (
        <TextInput
          key={key}
          className={kind === 'percents' ? classes.wide : undefined}
          data-autofocus={isFirst || undefined}
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={
            kind === 'date' || kind === 'text' ? undefined : kind === 'whole' ? 'numeric' : 'decimal'
          }
          autoComplete="off"
          placeholder={kind === 'percents' ? '7, 6, 5' : undefined}
          {...props}
        />
      );
    }
    return <NativeSelect key={key} data={optionsOf(kind)} {...props} />;
  };

  return (
    <PanelForm onSubmit={save} onCancel={onCancel} saveLabel={saveLabel} isSaving={isSaving}>
      {fieldGroups[options.line.noun].map(({ title, fields }, group) => (
        <Fragment key={title}>
          <FormSection title={title}>
            {fields.map((shown, i) => input(shown, group === 0 && i === 0))}
          </FormSection>
          {group === 0 && children}
        </Fragment>
      ))}
      <Riders
        riders={riders}
        faults={form.errors as Record<string, string>}
        onChange={changeRiders}
        onLeave={judgeField}
      />
    </PanelForm>
  );
}

/** An empty value means unknown. */
const ANSWERS = [
  { value: '', label: '' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type PlainKind = Exclude<FieldKind, EnumName | 'flag' | 'answer' | 'carrier'>;
const PLAIN: ReadonlySet<FieldKind> = new Set<PlainKind>([
  'text',
  'money',
  'percent',
  'percents',
  'date',
  'whole',
]);
const isPlain = (kind: FieldKind): kind is PlainKind => PLAIN.has(kind);

const optionsOf = (kind: Exclude<FieldKind, PlainKind | 'flag' | 'answer' | 'carrier'>) => [
  { value: '', label: '' },
  ...choices(kind).map(({ code: value, label }) => ({ value, label })),
];

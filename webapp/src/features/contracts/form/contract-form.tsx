import { FormSection, PanelForm } from '@/components/panel-form';
import classes from '@/components/panel-form.module.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, type ReactNode } from 'react';
import { carriersQuery } from '../api/carriers';
import { fieldGroups, type ContractField, type FieldKind } from '../fields';
import { FieldInput } from './field-input';
import { Riders } from './riders';
import { useContractForm, type ContractFormOptions } from './use-contract-form';

interface ContractFormProps extends ContractFormOptions {
  saveLabel: string;
  onCancel: () => void;
  onUnsaved?: (isDirty: boolean) => void;
  /** Shown after the first group of fields. */
  children?: ReactNode;
}

/** Kinds with long values. */
const WIDE: ReadonlySet<FieldKind> = new Set(['percents', 'productTypeLife', 'productTypeAnnuity']);

/** Form for a policy or annuity. */
export function ContractForm({ saveLabel, onCancel, onUnsaved, children, ...options }: ContractFormProps) {
  const { form, field, riders, changeRiders, validateField, save, isSaving, isDirty } =
    useContractForm(options);
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
    const props = field(key);
    if (kind === 'carrier') {
      const required = isRequired ?? false;
      return (
        <NativeSelect
          key={key}
          className={classes.wide}
          data={carrierOptions}
          label={label}
          required={required}
          {...props}
        />
      );
    }
    const className = WIDE.has(kind) ? classes.wide : undefined;
    return <FieldInput key={key} field={shown} className={className} isFirst={isFirst} {...props} />;
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
        onLeave={validateField}
      />
    </PanelForm>
  );
}

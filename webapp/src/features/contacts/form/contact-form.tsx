import { FormSection, PanelForm } from '@/components/panel-form';
import { customFieldsQuery } from '@/list/data/custom-fields';
import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactInput } from 'firmbook-wasm';
import { useEffect, type ReactNode } from 'react';
import { fieldsIn, personField, type ContactField, type Group } from '../fields';
import { hasField, inputOf, isOrganization, TRUST } from './contact-values';
import { FieldInput } from './field-input';
import { useContactForm, type ContactFormOptions } from './use-contact-form';
import classes from '@/components/panel-form.module.css';

/** Fields that the form renders individually. */
const EXPLICIT_FIELDS = [
  'ownerType',
  'organizationName',
  'firstName',
  'lastName',
  'middleName',
  'title',
  'suffix',
  'externalId',
  'notes',
] as const;

interface ContactFormProps extends ContactFormOptions {
  /** `***-**-1234` if a tax ID is stored. */
  taxIdMasked?: string | null;
  saveLabel: string;
  onCancel: () => void;
  onUnsaved?: (isDirty: boolean) => void;
  /** Shown above the buttons, for the current values. */
  hint?: (input: ContactInput) => ReactNode;
}

/** Form for an agent, owner or insured. */
export function ContactForm({
  taxIdMasked,
  saveLabel,
  onCancel,
  onUnsaved,
  hint,
  ...options
}: ContactFormProps) {
  const { kind, version } = options;
  const { form, field, customField, save, isSaving, isDirty } = useContactForm(options);
  const { data: customFieldDefinitions = [] } = useQuery(customFieldsQuery(kind));
  const ownFields = [
    ...new Set([...customFieldDefinitions.map(({ name }) => name), ...Object.keys(form.values.customFields)]),
  ];
  const { person, removesTaxId } = form.values;
  const organization = isOrganization(kind, form.values);

  const inputFor = (contactField: ContactField, props?: object) =>
    hasField(kind, form.values, contactField.path) && (
      <FieldInput
        key={contactField.path}
        field={contactField}
        props={{ ...field(contactField.path), ...props }}
      />
    );
  const input = (key: (typeof EXPLICIT_FIELDS)[number], props?: object) => inputFor(personField[key], props);
  /** Returns the inputs of a group, except those in `EXPLICIT_FIELDS`. */
  const inputs = (group: Group) =>
    fieldsIn(group)
      .filter(({ key }) => !EXPLICIT_FIELDS.some((placed) => placed === key))
      .map((contactField) => inputFor(contactField));

  useEffect(() => onUnsaved?.(isDirty), [isDirty, onUnsaved]);
  useEffect(() => () => onUnsaved?.(false), [onUnsaved]);

  return (
    <PanelForm
      onSubmit={save}
      onCancel={onCancel}
      saveLabel={saveLabel}
      isSaving={isSaving}
      hint={hint?.(inputOf(kind, form.values, version))}
    >
      <FormSection title="Name">
        {input('ownerType')}
        {kind.noun === 'agent' && (
          <Checkbox
            className={classes.wide}
            label="This agent is an agency"
            {...form.getInputProps('isOrganization', { type: 'checkbox' })}
          />
        )}
        {input('organizationName', {
          label: person.ownerType === TRUST ? 'Name of the trust' : 'Name',
          required: true,
        })}
        {input('firstName', { 'data-autofocus': true, required: true, autoComplete: 'off' })}
        {input('lastName', { required: true, autoComplete: 'off' })}
        {input('middleName')}
        {!organization && (
          <div className={classes.pair}>
            {input('title')}
            {input('suffix')}
          </div>
        )}
        {inputs('Person')}
      </FormSection>
      <FormSection title="Contact">{inputs('Contact')}</FormSection>
      <FormSection title="Address">{inputs('Address')}</FormSection>
      <FormSection title="Numbers">
        {inputs('Identifiers')}
        <TextInput
          label={organization ? 'EIN' : 'SSN'}
          autoComplete="off"
          placeholder={taxIdMasked ?? ''}
          disabled={removesTaxId}
          {...field('person.taxId')}
        />
        {input('externalId')}
        {taxIdMasked && (
          <Checkbox
            className={classes.wide}
            label={`Remove the stored number ${taxIdMasked}`}
            {...form.getInputProps('removesTaxId', { type: 'checkbox' })}
          />
        )}
      </FormSection>
      {ownFields.length > 0 && (
        <FormSection title="Further fields">
          {ownFields.map((name) => (
            <TextInput key={name} label={name} autoComplete="off" {...customField(name)} />
          ))}
        </FormSection>
      )}
      <FormSection title="Notes">{input('notes', { label: null, 'aria-label': 'Notes' })}</FormSection>
    </PanelForm>
  );
}

import { FormSection, PanelForm } from '@/components/panel-form';
import { Checkbox, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choices } from 'firmbook-wasm';
import { useEffect } from 'react';
import { customFieldsQuery } from '../api/custom-fields';
import { isOrganization, TRUST } from './contact-values';
import { useContactForm, type ContactFormOptions } from './use-contact-form';
import classes from '@/components/panel-form.module.css';

interface ContactFormProps extends ContactFormOptions {
  /** `***-**-1234` if a tax id is stored. */
  taxIdMasked?: string | null;
  saveLabel: string;
  onCancel: () => void;
  onUnsaved?: (isDirty: boolean) => void;
}

/** Form of an agent, owner or insured. */
export function ContactForm({ taxIdMasked, saveLabel, onCancel, onUnsaved, ...options }: ContactFormProps) {
  const { kind } = options;
  const { form, field, customField, save, isSaving, isDirty } = useContactForm(options);
  const { data: known = [] } = useQuery(customFieldsQuery(kind));
  const ownFields = [
    ...new Set([...known.map(({ name }) => name), ...Object.keys(form.values.customFields)]),
  ];
  const { person, removesTaxId } = form.values;
  const organization = isOrganization(kind, form.values);
  useEffect(() => onUnsaved?.(isDirty), [isDirty, onUnsaved]);
  useEffect(() => () => onUnsaved?.(false), [onUnsaved]);

  return (
    <PanelForm onSubmit={save} onCancel={onCancel} saveLabel={saveLabel} isSaving={isSaving}>
      <FormSection title="Name">
        {kind.noun === 'owner' && (
          <NativeSelect
            className={classes.wide}
            label="Owner type"
            data={optionsOf('ownerType')}
            {...field('person.ownerType')}
          />
        )}
        {kind.noun === 'agent' && (
          <Checkbox
            className={classes.wide}
            label="This agent is an agency"
            {...form.getInputProps('isOrganization', { type: 'checkbox' })}
          />
        )}
        {organization ? (
          <TextInput
            className={classes.wide}
            label={person.ownerType === TRUST ? 'Name of the trust' : 'Name'}
            required
            {...field('person.organizationName')}
          />
        ) : (
          <>
            <TextInput
              data-autofocus
              label="First name"
              required
              autoComplete="off"
              {...field('person.firstName')}
            />
            <TextInput label="Last name" required autoComplete="off" {...field('person.lastName')} />
            <TextInput label="Middle name" {...field('person.middleName')} />
            <div className={classes.pair}>
              <TextInput label="Title" {...field('person.title')} />
              <TextInput label="Suffix" {...field('person.suffix')} />
            </div>
            <TextInput label="Date of birth" type="date" {...field('person.dob')} />
            <NativeSelect label="Sex" data={optionsOf('sex', true)} {...field('person.sex')} />
          </>
        )}
        {person.ownerType === TRUST && (
          <TextInput label="Trust date" type="date" {...field('person.trustDate')} />
        )}
      </FormSection>
      <FormSection title="Contact">
        <TextInput className={classes.wide} label="Email" type="email" {...field('person.email')} />
        <TextInput label="Phone" type="tel" {...field('person.phone')} />
        <TextInput label="Mobile phone" type="tel" {...field('person.mobilePhone')} />
      </FormSection>
      <FormSection title="Address">
        <TextInput className={classes.wide} label="Street" {...field('person.address.line1')} />
        <TextInput className={classes.wide} label="Apartment, suite" {...field('person.address.line2')} />
        <TextInput label="City" {...field('person.address.city')} />
        <NativeSelect label="State" data={optionsOf('state', true)} {...field('person.address.state')} />
        <TextInput label="ZIP" {...field('person.address.postalCode')} />
        <TextInput label="Country" placeholder="US" {...field('person.address.country')} />
      </FormSection>
      <FormSection title="Numbers">
        {kind.noun === 'agent' && (
          <>
            <TextInput label="NPN" inputMode="numeric" {...field('person.npn')} />
            <TextInput label="Agency code" {...field('person.agencyCode')} />
          </>
        )}
        <TextInput
          label={organization ? 'EIN' : 'SSN'}
          autoComplete="off"
          placeholder={taxIdMasked ?? ''}
          disabled={removesTaxId}
          {...field('person.taxId')}
        />
        <TextInput label="External ID" {...field('person.externalId')} />
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
      <FormSection title="Notes">
        <Textarea
          className={classes.wide}
          aria-label="Notes"
          minRows={3}
          autosize
          maxRows={10}
          {...field('person.notes')}
        />
      </FormSection>
    </PanelForm>
  );
}

function optionsOf(set: Parameters<typeof choices>[0], canBeEmpty = false) {
  const known = choices(set).map(({ code, label }) => ({ value: String(code), label }));
  return canBeEmpty ? [{ value: '', label: '' }, ...known] : known;
}

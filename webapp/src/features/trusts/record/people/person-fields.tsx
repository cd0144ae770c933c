import { FormSection } from '@/components/panel-form';
import layout from '@/components/panel-form.module.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { trustChoices } from 'firmbook-later';
import { selectOptions } from '@/lib/select-options';
import type { PersonValues } from './person-values';
import type { Role } from './roles';

const HINT = { description: layout.hint ?? '' };

interface PersonFieldsProps {
  role: Role;
  form: UseFormReturnType<PersonValues>;
}

/** Input fields for a person. Role-specific fields come last. */
export function PersonFields({ role, form }: PersonFieldsProps) {
  const { states, nameChars } = trustChoices();
  return (
    <>
      <FormSection title="Person">
        <TextInput
          className={layout.wide}
          label="Name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={nameChars}
          {...form.getInputProps('name')}
        />
        <TextInput type="date" label="Date of birth" {...form.getInputProps('birthDate')} />
        <NativeSelect label="State" data={selectOptions(states)} {...form.getInputProps('state')} />
        <TextInput
          className={layout.wide}
          type="email"
          label="Email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput type="tel" label="Phone" autoComplete="off" {...form.getInputProps('phone')} />
      </FormSection>
      {role === 'Trustee' && (
        <FormSection title="Trustee">
          <Checkbox
            className={layout.wide}
            label="Successor trustee"
            classNames={HINT}
            description="Takes over when a trustee can no longer serve."
            {...form.getInputProps('isSuccessor', { type: 'checkbox' })}
          />
        </FormSection>
      )}
      {role === 'Beneficiary' && (
        <FormSection title="Beneficiary">
          <TextInput
            label="Share"
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            {...form.getInputProps('sharePercent')}
          />
          <TextInput
            label="Guardian"
            description="Required for a minor."
            autoComplete="off"
            maxLength={nameChars}
            {...form.getInputProps('guardian')}
          />
          <Checkbox
            className={layout.wide}
            label="Withdrawal right"
            classNames={HINT}
            description="Receives a Crummey letter for each gift."
            {...form.getInputProps('hasWithdrawalRight', { type: 'checkbox' })}
          />
        </FormSection>
      )}
    </>
  );
}

import { FormSection, PanelForm } from '@/components/panel-form';
import layout from '@/components/panel-form.module.css';
import { ContactLink } from '@/features/contacts/link/contact-link';
import { selectOptions } from '@/lib/select-options';
import { showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useSettingsForm } from '@/lib/use-settings-form';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { beneficiaryChoices, checkBeneficiary } from 'firmbook-later';
import type { Beneficiary, BeneficiaryInput } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import { addBeneficiary, changeBeneficiary, type ContractOf } from '../../api/beneficiaries';
import { useContractChanged } from '../../api/use-contract-changed';
import { differences, emptyBeneficiary, merge, valuesOf, type BeneficiaryValues } from './beneficiary-values';
import type { BeneficiaryClass } from './classes';

const HINT = { description: layout.hint ?? '' };

interface BeneficiaryFormProps {
  contract: ContractOf;
  /** Class of a new beneficiary. */
  newClass: BeneficiaryClass;
  /** The beneficiary to change. Null to add one. */
  beneficiary: Beneficiary | null;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form for a beneficiary. */
export function BeneficiaryForm({
  contract,
  newClass,
  beneficiary,
  onClose,
  onUnsaved,
}: BeneficiaryFormProps) {
  const changed = useContractChanged();
  const keyOf = useRequestKeys();
  const today = useToday();
  const { classes, relationships, nameChars } = beneficiaryChoices();
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(beneficiary);
  const { conflict, save: saveOver } = useSaveWithMerge<Beneficiary, BeneficiaryValues>({
    save: ({ uuid, version }, values) => changeBeneficiary(contract, uuid, { ...values, version }),
    differences,
    merge,
  });
  const add = (values: BeneficiaryValues) => {
    const input: BeneficiaryInput = { ...values, version: null };
    return addBeneficiary(contract, input, keyOf(input));
  };
  const { form, isSaving, submit } = useSettingsForm<BeneficiaryValues>({
    initialValues: opened ? valuesOf(opened) : emptyBeneficiary(newClass),
    validate: (values) => checkBeneficiary({ ...values, version: opened?.version ?? null }, today),
    failure: contract.line.failures.update,
    onSave: async (values, done) => {
      const saved = await (opened ? saveOver(opened, values, (next) => form.setValues(next)) : add(values));
      if (saved) {
        done();
        onUnsaved(false);
        onClose();
        showSuccess(`${saved.name} ${opened ? 'saved' : 'added'}`);
      }
      await changed();
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);

  return (
    <>
      {conflict && <ConflictView noun="beneficiary" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={opened ? 'Save' : 'Add beneficiary'}
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <FormSection title="Beneficiary">
          <TextInput
            className={layout.wide}
            label="Name"
            description="A person, trust, charity or company."
            withAsterisk
            data-autofocus
            autoComplete="off"
            maxLength={nameChars}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            label="Relationship"
            description="To the insured or annuitant."
            data={selectOptions(relationships)}
            {...form.getInputProps('relationship')}
          />
          <TextInput
            type="date"
            label="Date of birth"
            description="For people only."
            {...form.getInputProps('birthDate')}
          />
        </FormSection>
        <FormSection title="Designation">
          <NativeSelect
            label="Class"
            description="Contingent beneficiaries are paid if no primary one survives."
            data={classes.map(({ code, label }) => ({ value: String(code), label }))}
            {...form.getInputProps('class')}
          />
          <TextInput
            label="Share"
            description="Percent of the class."
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            {...form.getInputProps('sharePercent')}
          />
          <Checkbox
            className={layout.wide}
            label="Per stirpes"
            classNames={HINT}
            description="If this beneficiary dies first, their descendants receive the share."
            {...form.getInputProps('isPerStirpes', { type: 'checkbox' })}
          />
          <Checkbox
            className={layout.wide}
            label="Irrevocable"
            classNames={HINT}
            description="The owner can't change this beneficiary without their consent."
            {...form.getInputProps('isIrrevocable', { type: 'checkbox' })}
          />
        </FormSection>
        <ContactLink
          uuid={form.values.contactUuid}
          name={form.values.name}
          error={form.errors.contactUuid}
          onChange={(contact) => {
            form.setFieldValue('contactUuid', contact?.uuid ?? null);
            // The name of the contact saves typing. A name that was typed stays.
            if (contact && !form.values.name.trim()) form.setFieldValue('name', contact.name);
          }}
        />
      </PanelForm>
    </>
  );
}

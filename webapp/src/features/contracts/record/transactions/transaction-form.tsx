import { FormSection, PanelForm } from '@/components/panel-form';
import layout from '@/components/panel-form.module.css';
import { showSuccess } from '@/lib/toast';
import { useToday } from '@/lib/today';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useSettingsForm } from '@/lib/use-settings-form';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { NativeSelect, TextInput } from '@mantine/core';
import { checkTransaction, transactionChoices } from 'firmbook-later';
import type { ContractTransaction, TransactionInput } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import type { ContractOf } from '../../api/beneficiaries';
import { addTransaction, changeTransaction } from '../../api/transactions';
import { useContractChanged } from '../../api/use-contract-changed';
import {
  differences,
  emptyTransaction,
  merge,
  valuesOf,
  withoutDeductions,
  type TransactionValues,
} from './transaction-values';

interface TransactionFormProps {
  contract: ContractOf;
  /** Issue date of the contract, if it is known. */
  issued: string | null;
  /** The transaction to change. Null to add one. */
  transaction: ContractTransaction | null;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form for a loan or withdrawal. */
export function TransactionForm({ contract, issued, transaction, onClose, onUnsaved }: TransactionFormProps) {
  const changed = useContractChanged();
  const keyOf = useRequestKeys();
  const today = useToday();
  const isAnnuity = contract.line.noun === 'annuity';
  const { kinds, noteChars } = transactionChoices(isAnnuity);
  const isWithdrawal = ({ kind }: TransactionValues) =>
    kinds.some((item) => item.code === kind && item.isWithdrawal);
  // Loans have no deductions. Drop the values typed while those fields were visible.
  const input = (values: TransactionValues, version: number | null): TransactionInput => ({
    ...(isWithdrawal(values) ? values : withoutDeductions(values)),
    version,
  });
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(transaction);
  const { conflict, save: saveOver } = useSaveWithMerge<ContractTransaction, TransactionValues>({
    save: ({ uuid, version }, values) => changeTransaction(contract, uuid, input(values, version)),
    differences,
    merge,
  });
  const add = (values: TransactionValues) => {
    const body = input(values, null);
    return addTransaction(contract, body, keyOf(body));
  };
  const { form, isSaving, submit } = useSettingsForm<TransactionValues>({
    initialValues: opened ? valuesOf(opened) : emptyTransaction(kinds[0]?.code ?? ''),
    validate: (values) => checkTransaction(input(values, opened?.version ?? null), isAnnuity, issued, today),
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
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const;

  return (
    <>
      {conflict && <ConflictView noun="transaction" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={opened ? 'Save' : 'Add transaction'}
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <FormSection title="Transaction">
          <NativeSelect
            className={layout.wide}
            label="Type"
            withAsterisk
            data-autofocus
            data={kinds.map(({ code, label }) => ({ value: code, label }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            type="date"
            label="Date"
            withAsterisk
            max={today}
            {...form.getInputProps('transactionDate')}
          />
          <TextInput
            label="Amount"
            description={isWithdrawal(form.values) ? 'Before charges and taxes.' : undefined}
            withAsterisk
            {...amount}
            {...form.getInputProps('amount')}
          />
        </FormSection>
        {isWithdrawal(form.values) && (
          <FormSection title="Deducted from the amount">
            <TextInput label="Surrender charge" {...amount} {...form.getInputProps('surrenderCharge')} />
            <TextInput label="Tax withheld" {...amount} {...form.getInputProps('taxWithheld')} />
          </FormSection>
        )}
        <TextInput label="Note" autoComplete="off" maxLength={noteChars} {...form.getInputProps('note')} />
      </PanelForm>
    </>
  );
}

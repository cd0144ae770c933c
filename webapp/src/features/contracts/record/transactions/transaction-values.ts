import { labelOf } from '@/features/contacts/fields';
import { conflictsFirst, differenceOf, withTheirs, type Choices, type Difference } from '@/record/three-way';
import { formatDate, formatMoney, type ContractTransaction, type TransactionInput } from 'firmbook-wasm';

/** Form values of a transaction. */
export type TransactionValues = Required<Omit<TransactionInput, 'version'>>;

export const emptyTransaction = (kind: string): TransactionValues => ({
  kind,
  transactionDate: '',
  amount: '',
  surrenderCharge: '',
  taxWithheld: '',
  note: '',
});

const money = (amount: string) => formatMoney(amount, 2);
const toText = (amount: string | null) => (amount === null ? '' : money(amount));

/** Converts a transaction to form values. */
export const valuesOf = (one: ContractTransaction): TransactionValues => ({
  kind: one.kind,
  transactionDate: one.transactionDate,
  amount: toText(one.amount),
  surrenderCharge: toText(one.surrenderCharge),
  taxWithheld: toText(one.taxWithheld),
  note: one.note ?? '',
});

export const withoutDeductions = (values: TransactionValues): TransactionValues => ({
  ...values,
  surrenderCharge: '',
  taxWithheld: '',
});

interface Field {
  path: keyof TransactionValues;
  label: string;
  show?: (value: string) => string;
}

const FIELDS: readonly Field[] = [
  { path: 'kind', label: 'Type', show: (code) => labelOf('contractTransactionKind', code) },
  { path: 'transactionDate', label: 'Date', show: formatDate },
  { path: 'amount', label: 'Amount', show: money },
  { path: 'surrenderCharge', label: 'Surrender charge', show: money },
  { path: 'taxWithheld', label: 'Tax withheld', show: money },
  { path: 'note', label: 'Note' },
];

/**
 * Returns the fields that another user changed since `base`, unless the form has the same value.
 * Conflicts come first.
 */
export function differences(
  base: ContractTransaction,
  mine: TransactionValues,
  theirs: ContractTransaction,
): Difference[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return conflictsFirst(
    FIELDS.flatMap(({ path, label, show }) => {
      const text = (values: TransactionValues) => {
        const value = values[path].trim();
        return value && show ? show(value) : value;
      };
      return differenceOf(path, label, [text(before), text(mine), text(after)]);
    }),
  );
}

export const merge = (
  mine: TransactionValues,
  theirs: ContractTransaction,
  choices: Choices,
): TransactionValues => withTheirs(mine, valuesOf(theirs), choices);

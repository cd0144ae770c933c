import type { ValueSnapshot, Values } from 'firmbook-wasm';
import type { AnyRecord } from '../../api/get-contract';
import { valueOf } from '../../fields';
import type { ContractNoun } from '../../lines-of-business';

type ValueKey = Exclude<keyof Values, 'lapseAge'>;

interface ValueColumn {
  key: ValueKey;
  label: string;
  isRate?: boolean;
  /** Contract field with the current value, if its name differs from `key`. */
  field?: string;
}

/** Columns of the value history, those in the chart first. */
export const COLUMNS: Record<ContractNoun, readonly ValueColumn[]> = {
  policy: [
    { key: 'deathBenefit', label: 'Death benefit' },
    { key: 'cashValue', label: 'Cash value', field: 'policyCashValue' },
    { key: 'surrenderValue', label: 'Surrender value', field: 'policySurrenderValue' },
    { key: 'annualizedPremium', label: 'Annualized premium' },
    { key: 'loanBalance', label: 'Loan' },
    { key: 'creditingRate', label: 'Crediting rate', isRate: true },
  ],
  annuity: [
    { key: 'contractValue', label: 'Contract value' },
    { key: 'cashValue', label: 'Cash value', field: 'annuityCashValue' },
    { key: 'surrenderValue', label: 'Surrender value', field: 'annuitySurrenderValue' },
    { key: 'premiumsPaid', label: 'Premiums paid' },
    { key: 'deathBenefit', label: 'Death benefit' },
    { key: 'creditingRate', label: 'Credited rate', isRate: true, field: 'creditedRate' },
  ],
};

/** Values in the chart. Omits the death benefit, which would dwarf the others. */
export const CURVES: Record<ContractNoun, readonly ValueKey[]> = {
  policy: ['cashValue', 'surrenderValue'],
  annuity: ['contractValue', 'surrenderValue', 'premiumsPaid'],
};

/** Returns the latest snapshot of each day, oldest first. `values` is sorted newest first. */
export function pointsOf(values: readonly ValueSnapshot[]): ValueSnapshot[] {
  const byDay = new Map<string, ValueSnapshot>();
  for (const snapshot of values) if (!byDay.has(snapshot.asOf)) byDay.set(snapshot.asOf, snapshot);
  return [...byDay.values()].toReversed();
}

/** Returns the value history with the current values of the contract first, if they are newer. */
export function historyOf(noun: ContractNoun, record: AnyRecord): readonly ValueSnapshot[] {
  const { contract, source, updatedAt, values } = record;
  const valuesDate = valueOf(contract, 'valuesAsOf') ?? valueOf(contract, 'accountValueDate');
  const asOf = typeof valuesDate === 'string' ? valuesDate : '';
  if (asOf <= (values[0]?.asOf ?? '')) return values;
  const current = COLUMNS[noun].map(({ key, field = key }) => [key, valueOf(contract, field) ?? null]);
  return [{ asOf, source, recordedAt: updatedAt, values: Object.fromEntries(current) as Values }, ...values];
}

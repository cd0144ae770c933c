import type { ValueSnapshot, Values } from 'firmbook-wasm';
import type { ContractNoun } from '../../lines';

type ValueKey = Exclude<keyof Values, 'lapseAge'>;

/** Columns of the value history, those in the chart first. */
export const COLUMNS: Record<ContractNoun, readonly { key: ValueKey; label: string; isRate?: boolean }[]> = {
  policy: [
    { key: 'deathBenefit', label: 'Death benefit' },
    { key: 'cashValue', label: 'Cash value' },
    { key: 'surrenderValue', label: 'Surrender value' },
    { key: 'annualizedPremium', label: 'Annualized premium' },
    { key: 'loanBalance', label: 'Loan' },
    { key: 'creditingRate', label: 'Crediting rate', isRate: true },
  ],
  annuity: [
    { key: 'contractValue', label: 'Contract value' },
    { key: 'cashValue', label: 'Cash value' },
    { key: 'surrenderValue', label: 'Surrender value' },
    { key: 'premiumsPaid', label: 'Premiums paid' },
    { key: 'deathBenefit', label: 'Death benefit' },
    { key: 'creditingRate', label: 'Credited rate', isRate: true },
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

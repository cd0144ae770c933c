import type { Rider } from 'firmbook-wasm';
import { formatAmount } from '../fields';

/** Form values of a rider, all as strings. */
export interface RiderValues {
  /** React key, stable while riders are added and removed. */
  id: string;
  type: string;
  until: string;
  amount: string;
  annualCost: string;
  benefitBase: string;
  rollUpRate: string;
  withdrawalPercent: string;
  /** `true`, `false` or empty. */
  activated: string;
}

export const riderValues = (riders: readonly Rider[]): RiderValues[] =>
  riders.map(
    ({ type, until, amount, annualCost, benefitBase, rollUpRate, withdrawalPercent, activated }, i) => ({
      id: `${i} ${type}`,
      type: type ?? '',
      until: until ?? '',
      amount: amount ? formatAmount(amount) : '',
      annualCost: annualCost ? formatAmount(annualCost) : '',
      benefitBase: benefitBase ? formatAmount(benefitBase) : '',
      rollUpRate: rollUpRate ?? '',
      withdrawalPercent: withdrawalPercent ?? '',
      activated: typeof activated === 'boolean' ? String(activated) : '',
    }),
  );

/** Returns the values of a new rider. */
export const newRider = (type: string): RiderValues => ({
  id: crypto.randomUUID(),
  type,
  until: '',
  amount: '',
  annualCost: '',
  benefitBase: '',
  rollUpRate: '',
  withdrawalPercent: '',
  activated: '',
});

const orNull = (text: string) => text.trim() || null;

/** Converts form values to riders. Amounts and rates stay as typed. */
export const ridersOf = (values: readonly RiderValues[]): Rider[] =>
  values.map(
    ({ type, until, amount, annualCost, benefitBase, rollUpRate, withdrawalPercent, activated }) => ({
      type,
      until: orNull(until),
      amount: orNull(amount),
      annualCost: orNull(annualCost),
      benefitBase: orNull(benefitBase),
      rollUpRate: orNull(rollUpRate),
      withdrawalPercent: orNull(withdrawalPercent),
      activated: activated === '' ? null : activated === 'true',
    }),
  );

/** Returns whether two lists of riders have the same values. */
export const sameRiders = (a: readonly RiderValues[], b: readonly RiderValues[]): boolean =>
  JSON.stringify(ridersOf(a)) === JSON.stringify(ridersOf(b));

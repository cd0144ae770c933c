import type { Rider } from 'firmbook-wasm';
import { amount } from '../riders';

/** A rider as the form holds it: texts. */
export interface RiderValues {
  /** Keeps the fields of a rider together while others come and go. */
  id: string;
  type: string;
  until: string;
  benefitBase: string;
  rollUpRate: string;
  withdrawalPercent: string;
  /** `true`, `false` or nothing. */
  activated: string;
}

export const riderValues = (riders: readonly Rider[]): RiderValues[] =>
  riders.map(({ type, until, benefitBase, rollUpRate, withdrawalPercent, activated }, i) => ({
    id: `${i} ${type}`,
    type: type ?? '',
    until: until ?? '',
    benefitBase: benefitBase ? amount(benefitBase) : '',
    rollUpRate: rollUpRate ?? '',
    withdrawalPercent: withdrawalPercent ?? '',
    activated: typeof activated === 'boolean' ? String(activated) : '',
  }));

const orNull = (text: string) => text.trim() || null;

/** What travels: amounts and rates as they are typed. */
export const ridersOf = (values: readonly RiderValues[]): Rider[] =>
  values.map(({ type, until, benefitBase, rollUpRate, withdrawalPercent, activated }) => ({
    type,
    until: orNull(until),
    benefitBase: orNull(benefitBase),
    rollUpRate: orNull(rollUpRate),
    withdrawalPercent: orNull(withdrawalPercent),
    activated: activated === '' ? null : activated === 'true',
  }));

/** Whether two forms of riders say the same. */
export const sameRiders = (a: readonly RiderValues[], b: readonly RiderValues[]): boolean =>
  JSON.stringify(ridersOf(a)) === JSON.stringify(ridersOf(b));

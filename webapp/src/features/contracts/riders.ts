import { choices, formatDate, type Rider } from 'firmbook-wasm';
import { formatAmount, formatRate } from './fields';

export const riderLabel = ({ type = '' }: Rider) =>
  choices('riderType').find(({ code }) => code === type)?.label ?? type;

const GUARANTEES: ReadonlySet<string> = new Set(['GLWB', 'GMIB', 'GMAB', 'GMDB']);

/** Returns whether a rider is an annuity guarantee, with a benefit base and rates instead of an amount. */
export const isGuaranteeRider = (type: string) => GUARANTEES.has(type);

/** Returns a summary of a rider's terms. */
export function describeRider(rider: Rider): string {
  const { until, amount, annualCost, benefitBase, rollUpRate, withdrawalPercent, activated } = rider;
  const parts = [
    amount && formatAmount(amount),
    annualCost && `${formatAmount(annualCost)} a year`,
    until && `until ${formatDate(until)}`,
    benefitBase && `base ${formatAmount(benefitBase)}`,
    rollUpRate && `roll-up ${formatRate(rollUpRate)}`,
    withdrawalPercent && `withdrawal ${formatRate(withdrawalPercent)}`,
    typeof activated === 'boolean' && (activated ? 'activated' : 'not activated'),
  ];
  return parts.filter(Boolean).join(' · ') || 'Included';
}

/** Returns a one-line summary of all riders, for comparison. */
export const describeRiders = (riders: readonly Rider[]): string =>
  riders.map((rider) => `${riderLabel(rider)}: ${describeRider(rider)}`).join('; ');

import { choices, formatDate, formatMoney, type Rider } from 'firmbook-wasm';
import { formatPercent } from './fields';

export const riderLabel = ({ type = '' }: Rider) =>
  choices('riderType').find(({ code }) => code === type)?.label ?? type;

/** Summary of a rider's terms. */
export function describeRider(rider: Rider): string {
  const { until, benefitBase, rollUpRate, withdrawalPercent, activated } = rider;
  const parts = [
    until && `until ${formatDate(until)}`,
    benefitBase && `base ${amount(benefitBase)}`,
    rollUpRate && `roll-up ${rate(rollUpRate)}`,
    withdrawalPercent && `withdrawal ${rate(withdrawalPercent)}`,
    typeof activated === 'boolean' && (activated ? 'activated' : 'not activated'),
  ];
  return parts.filter(Boolean).join(' · ') || 'Included';
}

/** Formats an amount. Returns invalid input unchanged. */
export const amount = (text: string) => (isNumber(text) ? formatMoney(text, 2) : text);
const rate = (text: string) => (isNumber(text) ? formatPercent(text) : text);
const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);

/** One-line summary of all riders, for comparison. */
export const describeRiders = (riders: readonly Rider[]): string =>
  riders.map((rider) => `${riderLabel(rider)}: ${describeRider(rider)}`).join('; ');

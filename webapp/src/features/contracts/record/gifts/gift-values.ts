import { giftDates } from 'firmbook-later';
import { formatMoney, type GiftDraft, type GiftPlan, type PremiumGift } from 'firmbook-wasm';

/** Form values of a gift, all as strings. */
export type GiftValues = Omit<GiftDraft, 'version' | 'trustUuid'> & { trustUuid: string };

export const EMPTY: GiftValues = {
  trustUuid: '',
  amount: '',
  giftDate: '',
  letterDate: '',
  premiumDue: '',
  receivedOn: '',
  lettersSentOn: '',
  premiumPaidOn: '',
};

/** Converts a gift to form values. */
export const giftToValues = (gift: PremiumGift): GiftValues => ({
  trustUuid: gift.trustUuid,
  amount: formatMoney(gift.amount, 2),
  giftDate: gift.giftDate,
  letterDate: gift.letterDate,
  premiumDue: gift.premiumDue,
  receivedOn: gift.receivedOn ?? '',
  lettersSentOn: gift.lettersSentOn ?? '',
  premiumPaidOn: gift.premiumPaidOn ?? '',
});

/** Converts a plan to the form values of a new gift. */
export const planned = (plan: GiftPlan): GiftValues => ({
  ...EMPTY,
  trustUuid: plan.trustUuid ?? '',
  amount: formatMoney(plan.amount, 2),
  giftDate: plan.giftDate,
  letterDate: plan.letterDate,
  premiumDue: plan.premiumDue,
});

/**
 * Sets the due date of the premium, and computes the dates of the gift and its letters from it. Keeps dates
 * that the user entered, which differ from those computed from the previous due date.
 */
export function withPremiumDue(values: GiftValues, premiumDue: string): GiftValues {
  const before = datesOf(values.premiumDue ?? '');
  const after = datesOf(premiumDue);
  const shiftedDate = (key: 'giftDate' | 'letterDate') =>
    after && (values[key] === '' || values[key] === before?.[key]) ? after[key] : values[key];
  return { ...values, premiumDue, giftDate: shiftedDate('giftDate'), letterDate: shiftedDate('letterDate') };
}

/** Returns the dates for a complete due date (`YYYY-MM-DD`). Null while the date is incomplete. */
const datesOf = (day: string) => (/^[12]\d{3}-\d\d-\d\d$/.test(day) ? giftDates(day) : null);

/** Converts form values to a request body. `version` is null for a new gift. */
export const valuesToDraft = ({ trustUuid, ...values }: GiftValues, version: number | null): GiftDraft => ({
  ...values,
  trustUuid: trustUuid || null,
  version,
});

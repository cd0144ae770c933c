import { formatMoney, type GiftDraft, type PremiumGift } from 'firmbook-wasm';

/** Form values of a gift: strings. */
export type GiftValues = Omit<GiftDraft, 'version' | 'trustUuid'> & { trustUuid: string };

export const EMPTY: GiftValues = {
  trustUuid: '',
  amount: '',
  giftDate: '',
  letterDate: '',
  premiumDue: '',
  receivedOn: '',
  lettersSentOn: '',
};

/** Converts a gift to form values. */
export const typed = (gift: PremiumGift): GiftValues => ({
  trustUuid: gift.trustUuid,
  amount: formatMoney(gift.amount, 2),
  giftDate: gift.giftDate,
  letterDate: gift.letterDate,
  premiumDue: gift.premiumDue,
  receivedOn: gift.receivedOn ?? '',
  lettersSentOn: gift.lettersSentOn ?? '',
});

/** Converts form values to a request body. `version` is null for a new gift. */
export const drafted = ({ trustUuid, ...values }: GiftValues, version: number | null): GiftDraft => ({
  ...values,
  trustUuid: trustUuid || null,
  version,
});

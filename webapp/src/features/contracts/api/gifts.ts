import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { GiftDraft, PolicyGifts, PremiumGift } from 'firmbook-wasm';

export const giftsQuery = (policy: string) =>
  queryOptions({
    queryKey: ['gifts', policy],
    queryFn: ({ signal }) => call<PolicyGifts>('GET', `allpolicy/${policy}/gifts`, { signal }),
  });

/** `key` is the idempotency key. */
export const addGift = (policy: string, gift: GiftDraft, key: string) =>
  call<PremiumGift>('POST', `allpolicy/${policy}/gifts`, { body: gift, headers: { 'idempotency-key': key } });

/** Saves a gift over the version in `gift`. */
export const changeGift = (policy: string, uuid: string, gift: GiftDraft) =>
  call<PremiumGift>('PUT', `allpolicy/${policy}/gifts/${uuid}`, { body: gift });

export const deleteGift = (policy: string, uuid: string) =>
  call<void>('DELETE', `allpolicy/${policy}/gifts/${uuid}`);

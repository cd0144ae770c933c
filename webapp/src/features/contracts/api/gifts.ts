import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { GiftDraft } from 'firmbook-wasm';

const GIFTS = 'allpolicy/{policyUuid}/gifts';

export const giftsQuery = (policyUuid: string) =>
  queryOptions({
    queryKey: ['gifts', policyUuid],
    queryFn: ({ signal }) => call('GET', GIFTS, { path: { policyUuid }, signal }),
  });

/** `key` is the idempotency key. */
export const addGift = (policyUuid: string, gift: GiftDraft, key: string) =>
  call('POST', GIFTS, { path: { policyUuid }, body: gift, idempotencyKey: key });

/** Saves a gift over the version in `gift`. */
export const changeGift = (policyUuid: string, giftUuid: string, gift: GiftDraft) =>
  call('PUT', `${GIFTS}/{giftUuid}`, { path: { policyUuid, giftUuid }, body: gift });

export const deleteGift = (policyUuid: string, giftUuid: string) =>
  call('DELETE', `${GIFTS}/{giftUuid}`, { path: { policyUuid, giftUuid } });

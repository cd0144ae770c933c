import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['NewWebhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookEvent = Schemas['WebhookEvent'];
type WebhookInput = Schemas['WebhookInput'];

/** Refresh interval while the first attempt of a delivery is due. */
const REFRESH_MS = 2000;

export const webhooksQuery = (partnerUuid: string) =>
  queryOptions({
    queryKey: ['webhooks', partnerUuid],
    queryFn: ({ signal }) =>
      call('GET', 'Embed/partners/{partnerUuid}/webhooks', { path: { partnerUuid }, signal }),
  });

export const deliveriesQuery = (partnerUuid: string, webhookUuid: string) =>
  queryOptions({
    queryKey: ['webhookDeliveries', partnerUuid, webhookUuid],
    queryFn: ({ signal }) =>
      call('GET', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries', {
        path: { partnerUuid, webhookUuid },
        signal,
      }),
    // Changes to records can send events at any time.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'waiting' && delivery.attempts === 0)
        ? REFRESH_MS
        : false,
  });

export const addWebhook = (partnerUuid: string, body: WebhookInput) =>
  call('POST', 'Embed/partners/{partnerUuid}/webhooks', { path: { partnerUuid }, body });

export const changeWebhook = (partnerUuid: string, webhookUuid: string, body: WebhookInput) =>
  call('PUT', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}', {
    path: { partnerUuid, webhookUuid },
    body,
  });

export const deleteWebhook = (partnerUuid: string, webhookUuid: string) =>
  call('DELETE', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}', {
    path: { partnerUuid, webhookUuid },
  });

export const replaceSecret = (partnerUuid: string, webhookUuid: string) =>
  call('POST', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/secret', {
    path: { partnerUuid, webhookUuid },
  });

export const sendTestEvent = (partnerUuid: string, webhookUuid: string) =>
  call('POST', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/test', {
    path: { partnerUuid, webhookUuid },
  });

export const replayDelivery = (partnerUuid: string, webhookUuid: string, deliveryUuid: string) =>
  call('POST', 'Embed/partners/{partnerUuid}/webhooks/{webhookUuid}/deliveries/{deliveryUuid}/replay', {
    path: { partnerUuid, webhookUuid, deliveryUuid },
  });

import { DataTable, numeric } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Partner } from './api';
import {
  deliveriesQuery,
  replayDelivery,
  sendTestEvent,
  type Webhook,
  type WebhookDelivery,
} from './webhooks-api';
import classes from './embedding.module.css';

interface DeliveriesProps {
  partner: Partner;
  /** At least one. */
  webhooks: readonly Webhook[];
  canWrite: boolean;
}

/** The latest deliveries of the selected webhook. */
export function Deliveries({ partner, webhooks, canWrite }: DeliveriesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const webhook = webhooks.find(({ uuid }) => uuid === chosen) ?? webhooks[0];
  if (!webhook) return null;
  return (
    <section aria-labelledby="webhook-deliveries" className={classes.block}>
      {webhooks.length > 1 && (
        <NativeSelect
          label="Deliveries of"
          value={webhook.uuid}
          data={webhooks.map(({ uuid, url }) => ({ value: uuid, label: url }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <DeliveriesOfWebhook key={webhook.uuid} partner={partner} webhook={webhook} canWrite={canWrite} />
    </section>
  );
}

interface DeliveriesOfWebhookProps {
  partner: Partner;
  webhook: Webhook;
  canWrite: boolean;
}

function DeliveriesOfWebhook({ partner, webhook, canWrite }: DeliveriesOfWebhookProps) {
  const { timeZone } = useSession().user;
  const queries = useQueryClient();
  const options = deliveriesQuery(partner.uuid, webhook.uuid);
  const query = useQuery(options);
  const outcome = (successText: string) => ({
    onSuccess: () => showSuccess(successText),
    onError: (reason: Error) => showFailure(undefined, reason),
    onSettled: () => queries.invalidateQueries({ queryKey: options.queryKey }),
  });
  const test = useMutation({
    mutationFn: () => sendTestEvent(partner.uuid, webhook.uuid),
    ...outcome('Test event queued'),
  });
  const replay = useMutation({
    mutationFn: (delivery: WebhookDelivery) => replayDelivery(partner.uuid, webhook.uuid, delivery.uuid),
    ...outcome('Event queued again'),
  });
  const isSending = webhook.isActive && partner.isActive;
  return (
    <>
      <div className={classes.head}>
        <h3 id="webhook-deliveries">Deliveries in the last 30 days</h3>
        {canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={!isSending}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send test event
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          aria-label="Refresh deliveries"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      {!isSending && (
        <p role="status">
          {partner.isActive ? 'This webhook is inactive.' : 'The partner is inactive.'} No events are sent.
        </p>
      )}
      <QueryState
        query={query}
        subject="the deliveries"
        isEmpty={(deliveries) => deliveries.length === 0}
        empty="No events yet."
      >
        {(deliveries) => (
          <DataTable
            caption="Deliveries"
            isCaptionHidden
            columns={[
              'Created',
              'Event',
              'Event ID',
              'State',
              numeric('Attempts'),
              'Last response',
              canWrite && '',
            ]}
          >
            {deliveries.map((delivery) => (
              <tr key={delivery.uuid}>
                <th scope="row">{formatTimestamp(delivery.createdAt, timeZone)}</th>
                <td>
                  {delivery.event}
                  {delivery.isReplay && ' (replay)'}
                </td>
                <td>
                  <code>{delivery.eventId}</code>
                </td>
                <td>{stateOf(delivery, timeZone)}</td>
                <td data-number>{delivery.attempts}</td>
                <td>{responseOf(delivery)}</td>
                {canWrite && (
                  <td>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={`Replay ${delivery.event} ${delivery.eventId}`}
                      disabled={!isSending || delivery.state === 'waiting' || replay.isPending}
                      onClick={() => replay.mutate(delivery)}
                    >
                      Replay
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </DataTable>
        )}
      </QueryState>
    </>
  );
}

function stateOf({ state, deliveredAt, nextAttemptAt }: WebhookDelivery, timeZone: string): string {
  if (state === 'failed') return 'Failed';
  if (state === 'delivered') return deliveredAt ? `Delivered ${formatTimestamp(deliveredAt, timeZone)}` : '';
  return nextAttemptAt ? `Next attempt ${formatTimestamp(nextAttemptAt, timeZone)}` : 'Queued';
}

function responseOf({ lastStatus, lastError }: WebhookDelivery): string {
  if (lastStatus === null) return lastError ?? '';
  return lastError ? `${lastStatus}: ${lastError}` : `${lastStatus}`;
}

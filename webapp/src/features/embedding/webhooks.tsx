import { ActiveStatus, DataTable } from '@/components/data-table';
import { Dialog } from '@/components/dialog';
import { QueryState } from '@/components/query-state';
import { RowActions } from '@/components/row-actions';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Partner } from './api';
import { copyText } from './copy-text';
import { Deliveries } from './deliveries';
import { WebhookPanel } from './webhook-panel';
import { deleteWebhook, replaceSecret, webhooksQuery, type NewWebhook, type Webhook } from './webhooks-api';
import classes from './embedding.module.css';

/** Maximum number of webhooks per partner. */
const MAX_WEBHOOKS = 5;

interface WebhooksProps {
  partner: Partner;
  canWrite: boolean;
}

/** The webhooks of a partner and their deliveries. A new secret is shown once. */
export function Webhooks({ partner, canWrite }: WebhooksProps) {
  const { timeZone } = useSession().user;
  const queries = useQueryClient();
  const query = useQuery(webhooksQuery(partner.uuid));
  const [panel, setPanel] = useState<'add' | Webhook | null>(null);
  const [created, setCreated] = useState<NewWebhook | null>(null);
  const [replaced, setReplaced] = useState<Webhook | null>(null);
  const [deleted, setDeleted] = useState<Webhook | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: webhooksQuery(partner.uuid).queryKey });
  const replace = useMutation({
    mutationFn: (webhook: Webhook) => replaceSecret(partner.uuid, webhook.uuid),
    onSuccess: setCreated,
    onError: (reason) => showFailure(undefined, reason),
    onSettled: () => {
      setReplaced(null);
      return changed();
    },
  });
  const remove = useMutation({
    mutationFn: (webhook: Webhook) => deleteWebhook(partner.uuid, webhook.uuid),
    onSuccess: () => showSuccess('Webhook deleted'),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: () => {
      setDeleted(null);
      return changed();
    },
  });
  const isFull = (query.data?.length ?? 0) >= MAX_WEBHOOKS;
  return (
    <section aria-labelledby="partner-webhooks">
      <div className={classes.head}>
        <h2 id="partner-webhooks">Webhooks</h2>
        {canWrite && (
          <Button variant="default" size="compact-sm" disabled={isFull} onClick={() => setPanel('add')}>
            Add webhook
          </Button>
        )}
      </div>
      <p>
        Events of the firm are sent to these URLs of the partner’s backend. They contain IDs only.
        {isFull && canWrite && ' Delete a webhook before you add another.'}
      </p>
      <QueryState
        query={query}
        subject="the webhooks"
        isEmpty={(webhooks) => webhooks.length === 0}
        empty="No webhooks yet."
      >
        {(webhooks) => (
          <>
            <DataTable
              caption="Webhooks"
              isCaptionHidden
              columns={['URL', 'Events', 'State', 'Previous secret', canWrite && '']}
            >
              {webhooks.map((webhook) => (
                <tr key={webhook.uuid}>
                  <th scope="row">{webhook.url}</th>
                  <td>{webhook.events.join(', ')}</td>
                  <td>
                    <ActiveStatus isActive={webhook.isActive} />
                  </td>
                  <td>
                    {webhook.previousSecretUntil &&
                      `Valid until ${formatTimestamp(webhook.previousSecretUntil, timeZone)}`}
                  </td>
                  {canWrite && (
                    <td>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={`Replace secret of ${webhook.url}`}
                        onClick={() => setReplaced(webhook)}
                      >
                        Replace secret
                      </Button>
                      <RowActions
                        name={webhook.url}
                        onEdit={() => setPanel(webhook)}
                        onDelete={() => setDeleted(webhook)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </DataTable>
            <Deliveries partner={partner} webhooks={webhooks} canWrite={canWrite} />
          </>
        )}
      </QueryState>
      <WebhookPanel
        partner={partner}
        opened={panel !== null}
        webhook={panel === 'add' ? undefined : (panel ?? undefined)}
        onClose={() => setPanel(null)}
        onAdded={setCreated}
      />
      <Dialog
        title="Secret of the webhook"
        opened={created !== null}
        onClose={() => setCreated(null)}
        cancelLabel="Done"
        action={{ label: 'Copy secret', run: () => void copyText(created?.secret ?? '', 'Secret copied') }}
      >
        <TextInput
          label="Secret"
          description="Copy it now. It is not shown again. The partner’s backend checks signatures with it."
          value={created?.secret ?? ''}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Dialog>
      <Dialog
        title="Replace this secret?"
        opened={replaced !== null}
        onClose={() => setReplaced(null)}
        action={{
          label: 'Replace secret',
          run: () => replaced && replace.mutate(replaced),
          isRunning: replace.isPending,
        }}
      >
        <p>
          {replaced?.url} gets a new secret. For 24 hours, events are signed with both secrets. A secret that
          was replaced earlier stops working now.
        </p>
      </Dialog>
      <Dialog
        title="Delete this webhook?"
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        action={{
          label: 'Delete webhook',
          run: () => deleted && remove.mutate(deleted),
          isRunning: remove.isPending,
          isDestructive: true,
        }}
      >
        <p>
          No more events are sent to {deleted?.url}, and the list of its deliveries is deleted. This cannot be
          undone.
        </p>
      </Dialog>
    </section>
  );
}

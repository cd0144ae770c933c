import { PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { conflictingRecord } from '@/lib/conflicting-record';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { useUnsaved } from '@/lib/use-unsaved';
import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Partner } from './api';
import {
  addWebhook,
  changeWebhook,
  webhooksQuery,
  type NewWebhook,
  type Webhook,
  type WebhookEvent,
} from './webhooks-api';
import classes from './embedding.module.css';

const EVENTS: readonly { value: WebhookEvent; description: string }[] = [
  { value: 'report.changed', description: 'The totals of a report became out of date' },
  { value: 'import.finished', description: 'An import succeeded, failed or was undone' },
  { value: 'contact.updated', description: 'An agent, owner or insured was added, changed or deleted' },
];

interface WebhookPanelProps {
  partner: Partner;
  opened: boolean;
  /** Undefined to add a webhook. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onAdded: (created: NewWebhook) => void;
}

/** Side panel with the form of a new or existing webhook. */
export function WebhookPanel({ opened, webhook, ...props }: WebhookPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const title = webhook ? 'Edit webhook' : 'Add webhook';
  return (
    <SidePanel title={title} opened={opened} onClose={props.onClose} hasUnsaved={hasUnsaved}>
      <WebhookForm webhook={webhook} {...props} onUnsaved={setUnsaved} />
    </SidePanel>
  );
}

interface WebhookFormProps extends Omit<WebhookPanelProps, 'opened'> {
  onUnsaved: (isUnsaved: boolean) => void;
}

function WebhookForm({ partner, webhook, onClose, onAdded, onUnsaved }: WebhookFormProps) {
  const queries = useQueryClient();
  const [version, setVersion] = useState(webhook?.version ?? null);
  const [note, setNote] = useState<string | null>(null);
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? EVENTS.map(({ value }) => value),
      isActive: webhook?.isActive ?? true,
    },
    onSave: async (values, done) => {
      const input = { ...values, version };
      try {
        const created = webhook ? null : await addWebhook(partner.uuid, input);
        if (webhook) await changeWebhook(partner.uuid, webhook.uuid, input);
        done();
        onUnsaved(false);
        await queries.invalidateQueries({ queryKey: webhooksQuery(partner.uuid).queryKey });
        onClose();
        if (created) onAdded(created);
        else showSuccess('Webhook saved');
      } catch (reason) {
        const theirs = conflictingRecord<Webhook>(reason);
        if (!theirs) throw reason;
        setVersion(theirs.version);
        setNote(
          `Someone else saved this webhook as ${theirs.url} with ${theirs.events.join(', ')}. ` +
            'Check your values. Saving replaces theirs.',
        );
      }
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);
  return (
    <PanelForm
      onSubmit={submit}
      onCancel={onClose}
      saveLabel={webhook ? 'Save webhook' : 'Add webhook'}
      isSaving={isSaving}
      note={note}
    >
      <div className={classes.fields}>
        <TextInput
          label="URL"
          description="Such as https://www.example.com/webhooks. It must be reachable from the internet."
          withAsterisk
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label="Events" withAsterisk {...form.getInputProps('events')}>
          <div className={classes.fields}>
            {EVENTS.map(({ value, description }) => (
              <Checkbox key={value} value={value} label={value} description={description} />
            ))}
          </div>
        </Checkbox.Group>
        {webhook && (
          <Checkbox
            label="Active"
            description="While a webhook is inactive, events are neither sent nor queued."
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        )}
      </div>
    </PanelForm>
  );
}

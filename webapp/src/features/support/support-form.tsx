import { FreeTextArea } from '@/components/free-text-area';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { call } from '@/lib/http';
import { showSuccess } from '@/lib/toast';
import { useRequestKeys } from '@/lib/use-request-keys';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, TextInput } from '@mantine/core';
import { checkSupportRequest } from 'firmbook-later';
import type { SupportRequest } from 'firmbook-wasm';
import { useState } from 'react';
import classes from './support-page.module.css';

const EMPTY = { subject: '', message: '' };

/** Form that emails a question to the firm's support address. */
export function SupportForm() {
  const keyOf = useRequestKeys();
  // Counts the questions sent, so that sending the same one again uses a new idempotency key.
  const [round, setRound] = useState(0);
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm<SupportRequest & Record<string, unknown>>({
    initialValues: EMPTY,
    validate: checkSupportRequest,
    onSave: async (values, done) => {
      await call('POST', 'Support/request', { body: values, idempotencyKey: keyOf({ ...values, round }) });
      setRound(round + 1);
      form.setValues(EMPTY);
      done(EMPTY);
      showSuccess('Question sent to support');
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Ask a question">
      <TextInput
        label="Subject"
        withAsterisk
        maxLength={150}
        autoComplete="off"
        {...form.getInputProps('subject')}
      />
      <FreeTextArea
        label="Message"
        description="Do not include tax numbers or health information."
        withAsterisk
        autosize
        minRows={4}
        maxRows={12}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <p>Replies go to your email address.</p>
      <div>
        <Button type="submit" loading={isSaving}>
          Send
        </Button>
      </div>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </form>
  );
}

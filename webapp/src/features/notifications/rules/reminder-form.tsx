import { LoadError } from '@/components/query-state';
import { UnsavedGuard } from '@/components/unsaved-guard';
import { useCan } from '@/lib/session';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { validateRuleSettings } from 'firmbook-later';
import type { RuleSettings } from 'firmbook-wasm';
import { useId } from 'react';
import { PREVIEWS, ruleSettingsQuery, saveRuleSettings } from './api';
import classes from './rules.module.css';

/** Form for the number of days between a premium reminder and the due date. */
export function ReminderForm() {
  const title = useId();
  const { data, error, refetch } = useQuery(ruleSettingsQuery);
  return (
    <section className={classes.reminders} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        Premium reminders
      </h2>
      <p className={classes.hint}>
        No reminders for automatic payments. Changes apply to the next daily run.
      </p>
      {error && <LoadError subject="the settings" error={error} onRetry={refetch} className={classes.hint} />}
      {data && <Fields saved={data} />}
    </section>
  );
}

function Fields({ saved }: { saved: RuleSettings }) {
  const canWrite = useCan('firmSettings', 'write');
  const queries = useQueryClient();
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm({
    initialValues: { premiumReminderDays: String(saved.premiumReminderDays) },
    validate: (values) => validateRuleSettings(settingsOf(values)),
    onSave: async (values, done) => {
      queries.setQueryData(ruleSettingsQuery.queryKey, await saveRuleSettings(settingsOf(values)));
      await queries.invalidateQueries({ queryKey: PREVIEWS });
      done();
      showSuccess('Reminders saved');
    },
  });
  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <TextInput
        className={classes.days}
        label="Days before the due date"
        inputMode="numeric"
        size="xs"
        disabled={!canWrite}
        {...form.getInputProps('premiumReminderDays')}
      />
      {canWrite && (
        <Button type="submit" size="xs" variant="default" loading={isSaving}>
          Save
        </Button>
      )}
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </form>
  );
}

/** Text that is not a number of days becomes 0, which is out of range. */
const settingsOf = ({ premiumReminderDays }: { premiumReminderDays: string }): RuleSettings => ({
  premiumReminderDays: /^\s*\d{1,3}\s*$/.test(premiumReminderDays) ? Number(premiumReminderDays) : 0,
});

import { UnsavedGuard } from '@/components/unsaved-guard';
import { showDone } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { notificationLook, type Preferences, type Severity } from 'firmbook-wasm';
import { SEVERITIES } from '../severities';
import { PREFERENCES, savePreferences } from './api';
import { DigestFields } from './digest-fields';
import classes from './preferences.module.css';

const EMAIL = [
  { value: 'Off', label: 'Off' },
  { value: 'Immediate', label: 'Immediately' },
  { value: 'Digest', label: 'In the summary' },
];

/** Form with one row per notification type, most urgent first. */
export function PreferencesForm({ initial }: { initial: Preferences }) {
  const queries = useQueryClient();
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm<{ preferences: Preferences }>({
    initialValues: { preferences: initial },
    onSave: async ({ preferences }, done) => {
      queries.setQueryData(PREFERENCES, await savePreferences(preferences));
      done();
      showDone('Preferences saved');
    },
  });
  const { kinds, digest } = form.values.preferences;
  const rowsOf = (severity: Severity) =>
    kinds
      .map((kind, index) => ({ index, look: notificationLook(kind.notificationType) }))
      .filter(({ look }) => look.severity === severity);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <DigestFields
        digest={digest}
        onChange={(next) => form.setFieldValue('preferences.digest', { ...digest, ...next })}
      />
      <p>All notifications appear in your list. Choose how else you receive each type.</p>
      <table className={classes.table}>
        <caption>Delivery by type</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">In app</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        {SEVERITIES.map(({ severity, title }) => (
          <tbody key={severity}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={3}>
                {title}
              </th>
            </tr>
            {rowsOf(severity).map(({ index, look: { label } }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <Checkbox
                    aria-label={`${label}: in app`}
                    {...form.getInputProps(`preferences.kinds.${index}.isPushed`, { type: 'checkbox' })}
                  />
                </td>
                <td>
                  <NativeSelect
                    aria-label={`${label}: email`}
                    size="xs"
                    data={EMAIL}
                    {...form.getInputProps(`preferences.kinds.${index}.email`)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <div className={classes.foot}>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </form>
  );
}

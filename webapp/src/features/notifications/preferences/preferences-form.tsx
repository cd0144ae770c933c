import { UnsavedGuard } from '@/components/unsaved-guard';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { notificationLook, type Preferences } from 'firmbook-wasm';
import { PREFERENCES, savePreferences } from './api';
import { DigestFields } from './digest-fields';
import { hasSubject, SUBJECTS } from './subjects';
import classes from './preferences.module.css';

const EMAIL = [
  { value: 'Off', label: 'Off' },
  { value: 'Immediate', label: 'Immediately' },
  { value: 'Digest', label: 'In the summary' },
];

/** Form with one row per notification type, by subject. */
export function PreferencesForm({ initial }: { initial: Preferences }) {
  const queries = useQueryClient();
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm<{ preferences: Preferences }>({
    initialValues: { preferences: initial },
    onSave: async ({ preferences }, done) => {
      queries.setQueryData(PREFERENCES, await savePreferences(preferences));
      done();
      showSuccess('Preferences saved');
    },
  });
  const { kinds, digest } = form.values.preferences;
  const rows = kinds.map(({ notificationType: type }, index) => ({
    type,
    index,
    label: notificationLook(type).label,
  }));
  const groups = [
    ...SUBJECTS.map(({ title, kinds: about }) => ({
      title,
      about,
      rows: rows.filter(({ type }) => type in about),
    })),
    { title: 'Other', about: {}, rows: rows.filter(({ type }) => !hasSubject(type)) },
  ].filter((group) => group.rows.length > 0);

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
            <th scope="col">Type</th>
            <th scope="col">In app</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        {groups.map(({ title, about, rows: found }) => (
          <tbody key={title}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={3}>
                {title}
              </th>
            </tr>
            {found.map(({ type, index, label }) => (
              <tr key={type}>
                <th scope="row">
                  {label}
                  <span className={classes.about}>{about[type]}</span>
                </th>
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

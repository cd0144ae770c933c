import { UnsavedGuard } from '@/components/unsaved-guard';
import { useSession } from '@/lib/session';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { validateProfile } from 'firmbook-later';
import { profileOf, useSaveProfile } from './api/profile';
import { timeZoneOptions } from '@/lib/time-zones';
import classes from './settings.module.css';

/** Settings section for the user's name and time zone. */
export function ProfilePart() {
  useDocumentTitle('Profile');
  const { user } = useSession();
  const save = useSaveProfile();
  const { firstName, lastName, timeZone } = profileOf(user);
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm({
    initialValues: { firstName, lastName, timeZone },
    validate: (values) => validateProfile({ ...profileOf(user), ...values }),
    onSave: async (values, done) => {
      await save(values);
      done();
      showSuccess('Profile saved');
    },
  });
  return (
    <div className={classes.part}>
      <form className={classes.narrow} onSubmit={submit} noValidate>
        <div className={classes.pair}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            withAsterisk
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            withAsterisk
            {...form.getInputProps('lastName')}
          />
        </div>
        <NativeSelect
          label="Time zone"
          description="Dates and times use this time zone."
          data={timeZoneOptions(timeZone)}
          {...form.getInputProps('timeZone')}
        />
        <div className={classes.foot}>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </div>
      </form>
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </div>
  );
}

import { UnsavedGuard } from '@/components/unsaved-guard';
import { ApiError } from '@/lib/http';
import { useCan } from '@/lib/session';
import { showDone } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, TextInput } from '@mantine/core';
import { validateBranding } from 'firmbook-later';
import { formatPhone, type BrandingInput } from 'firmbook-wasm';
import { useState } from 'react';
import { saveBranding, type BrandingSettings } from './api';
import { ColorPreview } from './color-preview';
import { useSaved } from './use-saved';
import classes from './branding.module.css';

const OWN_COLOR = '#116a74';

const valuesOf = (settings: BrandingSettings) => ({
  platformName: settings.platformName,
  supportUrl: settings.supportUrl ?? '',
  contactPhoneNumber: settings.contactPhoneNumber ? formatPhone(settings.contactPhoneNumber) : '',
  primaryColor: settings.primaryColor ?? '',
});

/** Name, help and colour. */
export function BrandingForm({ settings }: { settings: BrandingSettings }) {
  const canWrite = useCan('firmSettings', 'write');
  const [hasConflict, setHasConflict] = useState(false);
  const saved = useSaved();
  const inputOf = (values: ReturnType<typeof valuesOf>): BrandingInput => ({
    host: settings.host,
    version: settings.version,
    platformName: values.platformName,
    supportUrl: values.supportUrl || null,
    contactPhoneNumber: values.contactPhoneNumber || null,
    primaryColor: values.primaryColor || null,
  });
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm({
    initialValues: valuesOf(settings),
    judge: (values) => validateBranding(inputOf(values)),
    onSave: async (values, done) => {
      try {
        saved(await saveBranding(inputOf(values)));
        setHasConflict(false);
        done();
        showDone('Branding saved');
      } catch (reason) {
        const theirs = currentOf(reason);
        if (!theirs) throw reason;
        saved(theirs);
        setHasConflict(true);
      }
    },
  });
  const { primaryColor } = form.values;
  const isColor = /^#[0-9a-f]{6}$/i.test(primaryColor);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {hasConflict && (
        <p className={classes.conflict} role="alert">
          Somebody else changed the branding meanwhile. What you typed is still here; save again to put it in
          place of theirs.
        </p>
      )}
      <fieldset disabled={!canWrite}>
        <TextInput label="Platform name" withAsterisk {...form.getInputProps('platformName')} />
        <TextInput
          label="Support address"
          placeholder="https://"
          type="url"
          description="The Help Center, where the support page leads."
          {...form.getInputProps('supportUrl')}
        />
        <TextInput label="Phone" type="tel" {...form.getInputProps('contactPhoneNumber')} />
        <div className={classes.color}>
          <input
            type="color"
            aria-label="Choose the primary color"
            value={isColor ? primaryColor : OWN_COLOR}
            onChange={(event) => form.setFieldValue('primaryColor', event.currentTarget.value)}
          />
          <TextInput
            label="Primary color"
            placeholder={OWN_COLOR}
            description="Six digits after #; empty for the platform's own."
            {...form.getInputProps('primaryColor')}
          />
        </div>
      </fieldset>
      <ColorPreview color={isColor ? primaryColor : OWN_COLOR} />
      {canWrite && (
        <div>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </div>
      )}
      <UnsavedGuard hasUnsaved={hasUnsaved} />
    </form>
  );
}

function currentOf(reason: unknown): BrandingSettings | null {
  if (!(reason instanceof ApiError) || reason.problem?.code !== 'version_conflict') return null;
  return (reason.problem.current as BrandingSettings | undefined) ?? null;
}

import { UnsavedGuard } from '@/components/unsaved-guard';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { useCan } from '@/lib/session';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, TextInput } from '@mantine/core';
import { parseColor, platformColor, validateBranding } from 'firmbook-later';
import type { BrandingInput } from 'firmbook-wasm';
import { useState } from 'react';
import { saveBranding, type BrandingSettings } from './api';
import { ColorPreview } from './color-preview';
import { differences, merge, valuesOf, type BrandingValues } from './three-way';
import { useUpdateCachedSettings } from './use-update-cached-settings';
import classes from './branding.module.css';

/** Form for the name, help links and color shown on a host. */
export function BrandingForm({ settings }: { settings: BrandingSettings }) {
  const canWrite = useCan('firmSettings', 'write');
  // The version that the form started from. Updates from other users do not replace it.
  const [opened, setOpened] = useState(settings);
  const showSaved = useUpdateCachedSettings();
  const { conflict, save: saveOver } = useSaveWithMerge<BrandingSettings, BrandingValues>({
    save: (base, values) => saveBranding(inputOf(base, values)),
    differences,
    merge,
  });
  const { form, hasUnsaved, isSaving, submit } = useSettingsForm<BrandingValues>({
    initialValues: valuesOf(settings),
    validate: (values) => validateBranding(inputOf(opened, values)),
    onSave: async (values, done) => {
      let decided = values;
      const saved = await saveOver(opened, values, (next) => {
        decided = next;
        form.setValues(next);
      });
      if (!saved) return;
      setOpened(saved);
      showSaved(saved);
      done(decided);
      showSuccess('Branding saved');
    },
  });
  const ownColor = platformColor();
  const color = parseColor(form.values.primaryColor) ?? ownColor;

  return (
    <>
      {conflict && <ConflictView noun="branding" {...conflict} />}
      <form className={classes.form} onSubmit={submit} noValidate hidden={conflict !== null}>
        <fieldset disabled={!canWrite}>
          <TextInput label="Platform name" withAsterisk {...form.getInputProps('platformName')} />
          <TextInput
            label="Help center URL"
            placeholder="https://"
            type="url"
            description="Shown on the support page."
            {...form.getInputProps('supportUrl')}
          />
          <TextInput
            label="Support email"
            type="email"
            description="Questions from the support page go to this address. It is visible to everyone who opens the portal."
            {...form.getInputProps('supportEmail')}
          />
          <TextInput label="Phone" type="tel" {...form.getInputProps('contactPhoneNumber')} />
          <div className={classes.color}>
            <input
              type="color"
              aria-label="Choose the primary color"
              value={color}
              onChange={(event) => form.setFieldValue('primaryColor', event.currentTarget.value)}
            />
            <TextInput
              label="Primary color"
              placeholder={ownColor}
              description="For example #116A74. Leave empty for the default color."
              {...form.getInputProps('primaryColor')}
            />
          </div>
        </fieldset>
        <ColorPreview color={color} />
        {canWrite && (
          <div>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </div>
        )}
        <UnsavedGuard hasUnsaved={hasUnsaved} />
      </form>
    </>
  );
}

const inputOf = ({ host, version }: BrandingSettings, values: BrandingValues): BrandingInput => ({
  host,
  version,
  platformName: values.platformName,
  supportUrl: values.supportUrl || null,
  supportEmail: values.supportEmail || null,
  contactPhoneNumber: values.contactPhoneNumber || null,
  primaryColor: values.primaryColor || null,
});

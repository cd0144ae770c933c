import { PanelForm } from '@/components/panel-form';
import { ApiError } from '@/lib/http';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { ConflictView } from '@/record/conflict-view';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  templateAnnuityColumns,
  templateLimits,
  templatePolicyColumns,
  validateTemplate,
} from 'firmbook-later';
import { choices as choicesOf, type DeliverableTemplate } from 'firmbook-wasm';
import { useEffect, useState } from 'react';
import type { DeliverableKind } from '../kinds';
import { ColumnChoice } from './column-choice';
import { kindBy } from './kinds';
import { useLibrary } from './library';
import { SectionChoice } from './section-choice';
import { useTemplatesChanged } from './use-templates-changed';
import { differences, merge, PAGE_SIZES, valuesOf, type TemplateValues } from './values';
import classes from './templates.module.css';

interface TemplateFormProps {
  kind: DeliverableKind;
  initial: TemplateValues;
  /** The template to change. Null to add one. */
  template: DeliverableTemplate | null;
  /** Shown below the name. */
  note?: string | undefined;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form of a template, in a side panel. */
export function TemplateForm({ kind, initial, template, note, onClose, onUnsaved }: TemplateFormProps) {
  const changed = useTemplatesChanged();
  const library = useLibrary();
  const { nameChars, runningChars } = templateLimits();
  // The version that the form started from. Updates from other users do not replace it.
  const [opened] = useState(template);
  const { conflict, save: saveOver } = useSaveWithMerge<DeliverableTemplate, TemplateValues>({
    save: ({ uuid, version }, values) => library.change(uuid, { ...values, version }),
    differences,
    merge,
  });
  const { form, isSaving, submit } = useSettingsForm<TemplateValues>({
    initialValues: valuesOf(initial),
    validate: (values) => validateTemplate({ ...values, version: null }),
    onSave: async (values, done) => {
      const saved = await (
        opened
          ? saveOver(opened, values, (next) => form.setValues(next))
          : library.add(kind, { ...values, version: null })
      ).catch(asFieldError);
      if (saved) {
        done();
        onUnsaved(false);
        onClose();
        showSuccess(`${saved.name} ${opened ? 'saved' : 'added'}`);
      }
      await changed();
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);
  const { settings } = form.values;
  const { name, isGrouped } = kindBy(kind);
  const errorOf = (path: string) => (form.errors[path] ? String(form.errors[path]) : null);
  const setSettings = (change: Partial<TemplateValues['settings']>) => {
    form.setFieldValue('settings', { ...settings, ...change });
    for (const key of Object.keys(change)) form.clearFieldError(`settings.${key}`);
  };

  return (
    <>
      {conflict && <ConflictView noun="template" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={opened ? 'Save' : 'Add template'}
        isSaving={isSaving}
        hidden={conflict !== null}
      >
        <div className={classes.fields}>
          <p className={classes.hint}>{name}</p>
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            autoComplete="off"
            maxLength={nameChars}
            description={note}
            {...form.getInputProps('name')}
          />
          <Checkbox
            label="Use by default"
            classNames={{ description: classes.hint ?? '' }}
            description="Used unless another template is chosen. Replaces the current default."
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
          <SectionChoice
            value={settings.sections}
            error={errorOf('settings.sections')}
            onChange={(sections) => setSettings({ sections })}
          />
          <ColumnChoice
            contract="Policy"
            first="The policy number"
            path="settings.policyColumns"
            all={templatePolicyColumns()}
            value={settings.policyColumns}
            error={errorOf('settings.policyColumns')}
            onChange={(policyColumns) => setSettings({ policyColumns })}
          />
          <ColumnChoice
            contract="Annuity"
            first="The contract number"
            path="settings.annuityColumns"
            all={templateAnnuityColumns()}
            value={settings.annuityColumns}
            error={errorOf('settings.annuityColumns')}
            onChange={(annuityColumns) => setSettings({ annuityColumns })}
          />
          <div className={classes.pair}>
            {isGrouped && (
              <NativeSelect
                className={classes.wide ?? ''}
                label="Group by"
                description="Can be changed for each document."
                data={choicesOf('deliverableGrouping').map(({ code, label }) => ({ value: code, label }))}
                value={String(settings.groupBy)}
                error={errorOf('settings.groupBy')}
                data-path="settings.groupBy"
                onChange={(event) => setSettings({ groupBy: Number(event.currentTarget.value) })}
              />
            )}
            <NativeSelect
              label="Page size"
              data={[...PAGE_SIZES]}
              {...form.getInputProps('settings.pageSize')}
            />
            <NativeSelect
              label="Orientation"
              data={['Landscape', 'Portrait']}
              value={settings.isLandscape ? 'Landscape' : 'Portrait'}
              onChange={(event) => setSettings({ isLandscape: event.currentTarget.value === 'Landscape' })}
            />
          </div>
          <TextInput
            label="Header text"
            autoComplete="off"
            maxLength={runningChars}
            description={`At the top of each page. Leave empty for the firm name. ${lengthOf(settings.header, runningChars)}`}
            {...form.getInputProps('settings.header')}
          />
          <TextInput
            label="Footer text"
            autoComplete="off"
            maxLength={runningChars}
            description={`At the bottom of each page, before the as-of date. ${lengthOf(settings.footer, runningChars)}`}
            {...form.getInputProps('settings.footer')}
          />
        </div>
      </PanelForm>
    </>
  );
}

const lengthOf = (text: string, max: number) => `${text.length} of ${max} characters.`;

/** Converts a duplicate name into an error of the name field. */
function asFieldError(reason: unknown): never {
  const problem = reason instanceof ApiError ? reason.problem : null;
  if (problem?.code !== 'name_taken') throw reason;
  const { code, message } = problem;
  throw new ApiError(422, { ...problem, errors: [{ field: 'name', code, message, warning: false }] });
}

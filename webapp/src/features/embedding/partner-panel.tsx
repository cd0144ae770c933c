import { PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { showSuccess } from '@/lib/toast';
import { useSettingsForm } from '@/lib/use-settings-form';
import { useUnsaved } from '@/lib/use-unsaved';
import { conflictingRecord } from '@/lib/conflicting-record';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addPartner, changePartner, partnersQuery, type Partner } from './api';
import classes from './embedding.module.css';

interface PartnerPanelProps {
  opened: boolean;
  /** Undefined to add a partner. */
  partner: Partner | undefined;
  onClose: () => void;
  onSaved: (uuid: string) => void;
}

/** Side panel with the form of a new or existing partner. */
export function PartnerPanel({ opened, partner, onClose, onSaved }: PartnerPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  const title = partner ? 'Edit partner' : 'Add partner';
  return (
    <SidePanel title={title} opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      <PartnerForm partner={partner} onClose={onClose} onSaved={onSaved} onUnsaved={setUnsaved} />
    </SidePanel>
  );
}

interface PartnerFormProps extends Omit<PartnerPanelProps, 'opened'> {
  onUnsaved: (isUnsaved: boolean) => void;
}

function PartnerForm({ partner, onClose, onSaved, onUnsaved }: PartnerFormProps) {
  const queries = useQueryClient();
  const [version, setVersion] = useState(partner?.version ?? null);
  const [note, setNote] = useState<string | null>(null);
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: {
      name: partner?.name ?? '',
      origins: partner?.origins.join('\n') ?? '',
      isActive: partner?.isActive ?? true,
    },
    onSave: async ({ name, origins, isActive }, done) => {
      const input = { name, origins: origins.split('\n'), isActive, version };
      try {
        const saved = await (partner ? changePartner(partner.uuid, input) : addPartner(input));
        done();
        onUnsaved(false);
        await queries.invalidateQueries({ queryKey: partnersQuery.queryKey });
        onSaved(saved.uuid);
        showSuccess(partner ? 'Partner saved' : 'Partner added');
      } catch (reason) {
        const theirs = conflictingRecord<Partner>(reason);
        if (!theirs) throw reason;
        setVersion(theirs.version);
        setNote(
          `Someone else saved this partner as ${theirs.name} with ${theirs.origins.join(', ')}. ` +
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
      saveLabel={partner ? 'Save partner' : 'Add partner'}
      isSaving={isSaving}
      note={note}
    >
      <div className={classes.fields}>
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <Textarea
          label="Origins"
          description="One per line, such as https://www.example.com. Only pages at these origins can embed widgets."
          withAsterisk
          autosize
          minRows={3}
          {...form.getInputProps('origins')}
        />
        {partner && (
          <Checkbox
            label="Active"
            description="While a partner is inactive, its keys and widgets do not work."
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        )}
      </div>
    </PanelForm>
  );
}

import { PanelForm } from '@/components/panel-form';
import { useToday } from '@/lib/today';
import { ConflictView } from '@/record/conflict-view';
import { Checkbox } from '@mantine/core';
import { bestInterestBlocks, bestInterestChoices, bestInterestCompleteness } from 'firmbook-later';
import type { BestInterestFile } from 'firmbook-wasm';
import { useEffect, useMemo, useState } from 'react';
import type { Owner } from '../api';
import classes from '../best-interest.module.css';
import { contentOf, contractsOf } from '../form-values';
import { Meter } from '../view/meter';
import { FieldsContext } from './fields-context';
import type { Opened } from './form-dialog';
import { RecommendationSection } from './recommendation-section';
import { ReplacementSection } from './replacement-section';
import { DisclosureSection, ProfileSection, StatementsSection } from './sections';
import { useBestInterestForm } from './use-best-interest-form';

interface BestInterestFormProps {
  owner: Owner;
  file: BestInterestFile;
  opened: Opened;
  /** Path of the field that gets the focus. */
  field: string | null;
  onClose: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

const FIRST_FIELD = 'form.consumerProfile.age';

/** The best interest form with all its blocks. */
export function BestInterestForm({ owner, file, opened, field, onClose, onUnsaved }: BestInterestFormProps) {
  const [choices] = useState(() => bestInterestChoices());
  const contracts = useMemo(() => contractsOf(file, opened.stored), [file, opened]);
  const { form, conflict, note, isSaving, submit } = useBestInterestForm({
    owner,
    file,
    contracts,
    opened,
    today: useToday(),
    onSaved: () => {
      onUnsaved(false);
      onClose();
    },
  });
  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);

  const blocks = bestInterestBlocks(contentOf(file, values.form, contracts));
  const shown = new Map(blocks.flatMap(({ fields }) => fields.map((item) => [item.path, item])));
  return (
    <>
      {conflict && <ConflictView noun="form" {...conflict} />}
      <PanelForm
        onSubmit={submit}
        onCancel={onClose}
        saveLabel={values.isComplete ? 'Save as complete' : 'Save draft'}
        isSaving={isSaving}
        note={note}
        hidden={conflict !== null}
        hint={
          <div className={classes.progress}>
            <Meter {...bestInterestCompleteness(values.form)} />
            <Checkbox
              label="The form is complete"
              {...form.getInputProps('isComplete', { type: 'checkbox' })}
            />
          </div>
        }
      >
        <FieldsContext value={{ owner, form, shown, choices, contracts, focused: field ?? FIRST_FIELD }}>
          <ProfileSection />
          <RecommendationSection />
          <ReplacementSection />
          <DisclosureSection />
          <StatementsSection />
        </FieldsContext>
      </PanelForm>
    </>
  );
}

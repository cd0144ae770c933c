import { ConflictView } from '@/record/conflict-view';
import { conflictsFirst, differenceOf, type Choices, type Difference } from '@/record/three-way';
import { useSaveWithMerge } from '@/record/use-save-with-merge';
import { showSuccess } from '@/lib/toast';
import { useColumnsOf } from '@/list/data/custom-fields';
import { describeFilter } from '@/list/filters/describe-filter';
import type { GridColumn } from '@/list/types';
import type { Cohort, FilterItem } from 'firmbook-wasm';
import { useState } from 'react';
import { contactKindOfCohort, updateCohort } from '../api/calls';
import { useCohortsChanged } from '../api/use-cohorts-changed';
import { CohortForm } from './cohort-form';

interface EditCohortDialogProps {
  cohort: Cohort;
  opened: boolean;
  onClose: () => void;
}

type Terms = Pick<Cohort, 'name' | 'description' | 'filter'>;

/** Edits the name, description and rule of a cohort. */
export function EditCohortDialog({ cohort, opened, onClose }: EditCohortDialogProps) {
  // The version that the form started from. Updates from other users do not replace it.
  const [base] = useState(cohort);
  const changed = useCohortsChanged();
  const columns = useColumnsOf(contactKindOfCohort(base.contactType).list);
  const { conflict, save } = useSaveWithMerge<Cohort, Terms>({
    save: ({ uuid, version }, terms) => updateCohort(uuid, { version, ...terms }),
    differences: (before, mine, theirs) => differences(columns, before, mine, theirs),
    merge,
  });
  return (
    <CohortForm
      title="Edit cohort"
      opened={opened}
      onClose={onClose}
      initial={{ name: base.name, description: base.description ?? '' }}
      ruleOf={base.kind === 'Rule' ? contactKindOfCohort(base.contactType).list : null}
      initialRule={base.filter}
      saveLabel="Save"
      failure="updateCohort"
      conflict={conflict && <ConflictView noun="cohort" {...conflict} />}
      onSave={async ({ name, description }, filter) => {
        const terms = { name, description: description || null, filter };
        const saved = await save(base, terms, () => undefined);
        if (!saved) return;
        onClose();
        showSuccess(`“${saved.name}” saved`);
        await changed();
      }}
    />
  );
}

function differences(
  columns: readonly GridColumn[],
  base: Cohort,
  mine: Terms,
  theirs: Cohort,
): Difference[] {
  const rule = (filter: readonly FilterItem[]) =>
    filter.map((item) => describeFilter(item, columns)).join('; ');
  return conflictsFirst([
    ...differenceOf('name', 'Name', [base.name, mine.name, theirs.name]),
    ...differenceOf('description', 'Description', [
      base.description ?? '',
      mine.description ?? '',
      theirs.description ?? '',
    ]),
    ...differenceOf('filter', 'Rule', [rule(base.filter), rule(mine.filter), rule(theirs.filter)]),
  ]);
}

function merge(mine: Terms, theirs: Cohort, choices: Choices): Terms {
  return {
    name: choices.name === 'theirs' ? theirs.name : mine.name,
    description: choices.description === 'theirs' ? theirs.description : mine.description,
    filter: choices.filter === 'theirs' ? theirs.filter : mine.filter,
  };
}

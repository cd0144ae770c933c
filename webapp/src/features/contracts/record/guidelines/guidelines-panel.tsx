import { useUnsaved } from '@/lib/use-unsaved';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { ApiError } from '@/lib/http';
import { showFailure, showSuccess } from '@/lib/toast';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { checkGuidelines } from 'firmbook-later';
import { formatMoney, type GuidelineDraft, type GuidelineStanding } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { guidelinesQuery, setGuidelines } from '../../api/guidelines';
import { formatPercent } from '@/lib/percent';
import { useFieldErrors } from '@/lib/use-field-errors';

interface GuidelinesPanelProps {
  uuid: string;
  guidelines: readonly GuidelineStanding[];
  opened: boolean;
  onClose: () => void;
}

type Bound = 'minimum' | 'maximum';
type Values = Record<string, string>;

/** Side panel with the form for all guideline ranges of a policy. */
export function GuidelinesPanel({ uuid, guidelines, opened, onClose }: GuidelinesPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel title="Edit guidelines" opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      {opened && (
        <GuidelinesForm uuid={uuid} guidelines={guidelines} onClose={onClose} onUnsaved={setUnsaved} />
      )}
    </SidePanel>
  );
}

interface GuidelinesFormProps extends Omit<GuidelinesPanelProps, 'opened'> {
  onUnsaved: (isUnsaved: boolean) => void;
}

function GuidelinesForm({ uuid, guidelines, onClose, onUnsaved }: GuidelinesFormProps) {
  const queries = useQueryClient();
  // The version that the form started from. A version conflict replaces it with the stored ranges.
  const [before, setBefore] = useState(guidelines);
  const [values, setValues] = useState(() => toValues(guidelines));
  const errors = useFieldErrors(checkGuidelines({ guidelines: toDrafts(before, values) }));
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const change = (name: string, value: string) => {
    onUnsaved(true);
    setValues((old) => ({ ...old, [name]: value }));
  };

  const undo = async (saved: readonly GuidelineStanding[]) => {
    try {
      await setGuidelines(uuid, toDrafts(saved, toValues(saved)), toDrafts(before, toValues(before)));
    } catch (reason) {
      showFailure('updatePolicy', reason);
    }
    await queries.invalidateQueries(guidelinesQuery(uuid));
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!errors.validateAll()) return;
    setIsSaving(true);
    setNote(null);
    try {
      const saved = await setGuidelines(uuid, toDrafts(before, toValues(before)), toDrafts(before, values));
      onUnsaved(false);
      queries.setQueryData(guidelinesQuery(uuid).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['activity'] });
      onClose();
      showSuccess('Guidelines saved', () => void undo(saved));
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        // Keep the typed values. The next save overwrites the ranges now stored.
        setBefore(problem.current as GuidelineStanding[]);
        setNote(
          'These guidelines were changed while you were editing. Compare the stored values below, then save again.',
        );
      } else if (problem?.errors.length) {
        errors.showServerErrors(problem.errors);
      } else {
        showFailure('updatePolicy', reason);
      }
    } finally {
      setIsSaving(false);
    }
  };

  const input = (item: GuidelineStanding, index: number, end: Bound) => {
    const name = `${item.parameter} ${end}`;
    const path = `guidelines[${index}].${end}`;
    const stored = item[end];
    return (
      <TextInput
        label={LABELS[end]}
        description={note && stored !== null ? `Stored value: ${text(item, stored)}` : undefined}
        value={values[name] ?? ''}
        {...errors.inputOf(path)}
        inputMode="decimal"
        autoComplete="off"
        rightSection={item.unit === 'percent' ? '%' : undefined}
        onChange={(event) => {
          change(name, event.currentTarget.value);
          errors.clearServerError(path);
        }}
      />
    );
  };

  return (
    <PanelForm
      onSubmit={(event) => void save(event)}
      onCancel={onClose}
      saveLabel="Save"
      isSaving={isSaving}
      note={note}
    >
      {before.map((item, index) => (
        <FormSection key={item.parameter} title={item.label}>
          {input(item, index, 'minimum')}
          {input(item, index, 'maximum')}
        </FormSection>
      ))}
    </PanelForm>
  );
}

const LABELS: Readonly<Record<Bound, string>> = { minimum: 'Minimum', maximum: 'Maximum' };
const BOUNDS: readonly Bound[] = ['minimum', 'maximum'];

/** Formats a range limit as a form value. */
function text({ unit }: GuidelineStanding, value: string): string {
  if (unit === 'money') return formatMoney(value, 2);
  return unit === 'percent' ? formatPercent(value).replace('%', '') : value;
}

const toValues = (guidelines: readonly GuidelineStanding[]): Values =>
  Object.fromEntries(
    guidelines.flatMap((item) =>
      BOUNDS.map((end) => {
        const value = item[end];
        return [`${item.parameter} ${end}`, value === null ? '' : text(item, value)];
      }),
    ),
  );

/** Keeps the order of `guidelines`, because errors name their range by index. */
const toDrafts = (guidelines: readonly GuidelineStanding[], values: Values): GuidelineDraft[] =>
  guidelines.map(({ parameter }) => ({
    parameter,
    minimum: values[`${parameter} minimum`] ?? '',
    maximum: values[`${parameter} maximum`] ?? '',
  }));

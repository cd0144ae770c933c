import { useUnsaved } from '@/lib/use-unsaved';
import { FormSection, PanelForm } from '@/components/panel-form';
import { SidePanel } from '@/components/side-panel';
import { ApiError } from '@/lib/http';
import { showDone, showFailure } from '@/lib/toast';
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
  standing: readonly GuidelineStanding[];
  opened: boolean;
  onClose: () => void;
}

type End = 'minimum' | 'maximum';
type Values = Record<string, string>;

/** Side panel with the form for all guideline ranges of a policy. */
export function GuidelinesPanel({ uuid, standing, opened, onClose }: GuidelinesPanelProps) {
  const { hasUnsaved, setUnsaved } = useUnsaved();
  return (
    <SidePanel title="Edit guidelines" opened={opened} onClose={onClose} hasUnsaved={hasUnsaved}>
      {opened && <GuidelinesForm uuid={uuid} standing={standing} onClose={onClose} onUnsaved={setUnsaved} />}
    </SidePanel>
  );
}

interface GuidelinesFormProps extends Omit<GuidelinesPanelProps, 'opened'> {
  onUnsaved: (isUnsaved: boolean) => void;
}

function GuidelinesForm({ uuid, standing, onClose, onUnsaved }: GuidelinesFormProps) {
  const queries = useQueryClient();
  // The version that the form started from. A version conflict replaces it with the stored ranges.
  const [before, setBefore] = useState(standing);
  const [values, setValues] = useState(() => typed(standing));
  const errors = useFieldErrors(checkGuidelines({ guidelines: drafts(before, values) }));
  const [note, setNote] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const change = (name: string, value: string) => {
    onUnsaved(true);
    setValues((old) => ({ ...old, [name]: value }));
  };

  const undo = async (saved: readonly GuidelineStanding[]) => {
    try {
      await setGuidelines(uuid, drafts(saved, typed(saved)), drafts(before, typed(before)));
    } catch (reason) {
      showFailure('updatePolicy', reason);
    }
    await queries.invalidateQueries(guidelinesQuery(uuid));
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!errors.mayBeSaved()) return;
    setIsSaving(true);
    setNote(null);
    try {
      const saved = await setGuidelines(uuid, drafts(before, typed(before)), drafts(before, values));
      onUnsaved(false);
      queries.setQueryData(guidelinesQuery(uuid).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['activity'] });
      onClose();
      showDone('Guidelines saved', () => void undo(saved));
    } catch (reason) {
      const problem = reason instanceof ApiError ? reason.problem : null;
      if (problem?.code === 'version_conflict') {
        // Keep the typed values. The next save overwrites the ranges now stored.
        setBefore(problem.current as GuidelineStanding[]);
        setNote(
          'These guidelines were changed while you were editing. Compare the stored values below, then save again.',
        );
      } else if (problem?.errors.length) {
        errors.refuse(problem.errors);
      } else {
        showFailure('updatePolicy', reason);
      }
    } finally {
      setIsSaving(false);
    }
  };

  const input = (one: GuidelineStanding, place: number, end: End) => {
    const name = `${one.parameter} ${end}`;
    const path = `guidelines[${place}].${end}`;
    const stands = one[end];
    return (
      <TextInput
        label={`${one.label}, ${end}`}
        description={note && stands !== null ? `Stored value: ${text(one, stands)}` : undefined}
        value={values[name] ?? ''}
        {...errors.inputOf(path)}
        inputMode="decimal"
        autoComplete="off"
        rightSection={one.unit === 'percent' ? '%' : undefined}
        onChange={(event) => {
          change(name, event.currentTarget.value);
          errors.forget(path);
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
      {before.map((one, place) => (
        <FormSection key={one.parameter} title={one.label}>
          {input(one, place, 'minimum')}
          {input(one, place, 'maximum')}
        </FormSection>
      ))}
    </PanelForm>
  );
}

const ENDS: readonly End[] = ['minimum', 'maximum'];

/** Formats a range limit as a form value. */
function text({ unit }: GuidelineStanding, value: string): string {
  if (unit === 'money') return formatMoney(value, 2);
  return unit === 'percent' ? formatPercent(value).replace('%', '') : value;
}

const typed = (standing: readonly GuidelineStanding[]): Values =>
  Object.fromEntries(
    standing.flatMap((one) =>
      ENDS.map((end) => {
        const value = one[end];
        return [`${one.parameter} ${end}`, value === null ? '' : text(one, value)];
      }),
    ),
  );

/** Keeps the order of `standing`, because errors name their range by index. */
const drafts = (standing: readonly GuidelineStanding[], values: Values): GuidelineDraft[] =>
  standing.map(({ parameter }) => ({
    parameter,
    minimum: values[`${parameter} minimum`] ?? '',
    maximum: values[`${parameter} maximum`] ?? '',
  }));

import type { Schemas } from '@/lib/api';
import { NativeSelect, TextInput } from '@mantine/core';
import { notificationLook } from 'firmbook-wasm';
import { useState } from 'react';

interface Period {
  from: string;
  to: string;
}

interface PreviewFiltersProps extends Period {
  type: number | null;
  /** Numbers of notifications by type. Undefined while loading. */
  kinds: readonly Schemas['PreviewCount'][] | undefined;
  /** What the server rejects about the end date. */
  problem: string | undefined;
  onPeriod: (period: Period) => void;
  onType: (type: string) => void;
}

/** Date fields report an early year while a user types a later one. */
const MIN_DATE = '1900';

/** Fields for the dates and the type of the previewed notifications. */
export function PreviewFilters({ from, to, type, kinds, problem, onPeriod, onType }: PreviewFiltersProps) {
  const [draft, setDraft] = useState({ from, to });
  const isComplete = draft.from > MIN_DATE && draft.to > MIN_DATE;
  const isReversed = isComplete && draft.to < draft.from;
  const change = (changed: Partial<Period>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    if (next.from > MIN_DATE && next.to >= next.from) onPeriod(next);
  };
  return (
    <>
      <TextInput
        type="date"
        label="From"
        size="xs"
        value={draft.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        size="xs"
        value={draft.to}
        error={isReversed ? 'Enter a date on or after the first one.' : problem}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <NativeSelect
        label="Type"
        size="xs"
        value={type ?? ''}
        data={typesOf(kinds, type)}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </>
  );
}

/** Returns the types of the period with their numbers, as choices. */
function typesOf(kinds: PreviewFiltersProps['kinds'], chosen: number | null) {
  const counts = new Map(kinds?.map((kind) => [kind.notificationType, kind.count]));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (chosen !== null && !counts.has(chosen)) counts.set(chosen, 0);
  const numbered = (label: string, count: number) =>
    kinds ? `${label} (${count.toLocaleString('en-US')})` : label;
  return [
    { value: '', label: numbered('All types', all) },
    ...[...counts].map(([type, count]) => ({
      value: String(type),
      label: numbered(notificationLook(type).label, count),
    })),
  ];
}

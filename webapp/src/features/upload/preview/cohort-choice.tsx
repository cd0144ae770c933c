import { cohortsQuery } from '@/features/cohorts/api/calls';
import { useCan, useSession } from '@/lib/session';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactKind } from 'firmbook-wasm';
import classes from '../upload.module.css';

interface CohortChoiceProps {
  kind: ContactKind;
  /** Uuid of the cohort. Null for none. */
  value: string | null;
  onChange: (uuid: string | null) => void;
}

const INSURED = 3;

/** Selects the static cohort that imported contacts are added to. */
export function CohortChoice({ kind, value, onChange }: CohortChoiceProps) {
  const { firmId } = useSession().user;
  const isOffered = useCan('cohorts', 'write') && kind !== INSURED;
  const { data = [] } = useQuery({ ...cohortsQuery(firmId, kind), enabled: isOffered });
  const cohorts = data.filter((cohort) => cohort.kind === 'Static');
  if (!isOffered || (cohorts.length === 0 && value === null)) return null;
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Add all contacts to a cohort"
        value={value ?? ''}
        data={[
          { value: '', label: 'None' },
          ...cohorts.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    </div>
  );
}

import { cohortsQuery } from '@/features/cohorts/api/calls';
import { useCan, useSession } from '@/lib/session';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UploadType } from 'firmbook-wasm';
import classes from '../upload.module.css';

interface CohortChoiceProps {
  kind: UploadType;
  /** Uuid of the cohort. Null for none. */
  value: string | null;
  onChange: (uuid: string | null) => void;
}

const AGENTS = 1;
const OWNERS = 2;

/** Selects the static cohort that imported contacts are added to. */
export function CohortChoice({ kind, value, onChange }: CohortChoiceProps) {
  const { firmId } = useSession().user;
  const supportsCohorts = kind === AGENTS || kind === OWNERS;
  const isOffered = useCan('cohorts', 'write') && supportsCohorts;
  const { data = [] } = useQuery({
    ...cohortsQuery(firmId, supportsCohorts ? kind : AGENTS),
    enabled: isOffered,
  });
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

import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import type { Row } from '@/list/types';
import type { Feature } from 'firmbook-wasm';

/** Page of a record and the feature needed to read it, by record kind. */
const PAGES: Readonly<Record<string, readonly [(uuid: string) => string, Feature]>> = {
  agent: [paths.agent, 'contacts'],
  owner: [paths.owner, 'contacts'],
  insured: [paths.insured, 'contacts'],
  policy: [paths.policy, 'allPolicies'],
  annuity: [paths.annuity, 'annuities'],
  cohort: [paths.cohort, 'cohorts'],
  upload: [paths.upload, 'importData'],
};

/** Returns the path of an entry's record. Undefined if the record is deleted or the user cannot open it. */
export function useRecordPath(): (entry: Row) => string | undefined {
  const { features } = useSession().permissions;
  return ({ recordKind, recordUuid, recordDeleted }) => {
    const [pathOf, feature] = PAGES[String(recordKind)] ?? [];
    if (!pathOf || !feature || !recordUuid || recordDeleted) return undefined;
    return features[feature]?.read ? pathOf(String(recordUuid)) : undefined;
  };
}

import { call } from '@/lib/http';
import { contactSource } from '@/list/contact-source';
import { listSource } from '@/list/list-source';
import type { ListSource } from '@/list/types';
import type { Cohort } from 'firmbook-wasm';
import { contactKindOfCohort } from './calls';

export const cohortSource = listSource('cohorts', 'Cohort');

/** Returns the list of contacts in a cohort. */
export function memberSource({ uuid, version, contactType }: Cohort): ListSource {
  const kind = contactKindOfCohort(contactType);
  const { list, api } = contactSource(kind);
  const { search, totals, exportRows } = api;
  return {
    list,
    // The rule may differ between versions.
    key: [list, 'cohort', uuid, String(version)],
    api: {
      search: (body, signal) =>
        contactType === 1
          ? call('POST', 'Cohort/{cohortUuid}/FirmAgents', { path: { cohortUuid: uuid }, body, signal })
          : search({ ...body, cohortUuid: uuid }, signal),
      ...(totals && { totals: (body, signal) => totals({ ...body, cohortUuid: uuid }, signal) }),
      ...(exportRows && {
        exportRows: (body, format, signal) => exportRows({ ...body, cohortUuid: uuid }, format, signal),
      }),
    },
  };
}

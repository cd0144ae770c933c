import { contactSource } from '@/list/contact-source';
import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import type { Cohort } from 'firmbook-wasm';
import { kindOfCohort } from './calls';

export const cohortSource: ListSource = {
  list: 'cohorts',
  key: ['cohorts'],
  api: {
    search: (body, signal) => call('POST', 'Cohort/search', { body, signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'Cohort/export', { query: { format }, body, signal }),
  },
};

/** Returns the list of contacts in a cohort. */
export function memberSource({ uuid, version, contactType }: Cohort): ListSource {
  const kind = kindOfCohort(contactType);
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

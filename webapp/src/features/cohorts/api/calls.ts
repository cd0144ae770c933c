import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { CohortContacts, CohortInput, ContactKind, NewCohort } from 'firmbook-wasm';
import { countContacts } from './count-contacts';

/** Prefix of the query keys of cohorts. */
export const COHORTS = ['cohorts'] as const;

const COHORT = 'Cohort/{cohortUuid}';

/** Returns the kind of contact in a cohort. */
export const contactKindOfCohort = (contactType: ContactKind): ContactKindConfig =>
  contactType === 1 ? contactKinds.agent : contactKinds.owner;

/** Loads the firm's cohorts for a kind of contact, sorted by name. */
export const cohortsQuery = (firmId: number, contactType: ContactKind) =>
  queryOptions({
    queryKey: [...COHORTS, 'firm', firmId, contactType],
    queryFn: ({ signal }) =>
      call('GET', 'Cohort/firm/{firmId}', { path: { firmId }, query: { contactType }, signal }),
    staleTime: 0,
  });

export const getCohort = (uuid: string, signal?: AbortSignal) =>
  call('GET', COHORT, { path: { cohortUuid: uuid }, query: { contactRowCount: 0 }, signal });

export const cohortQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'one', uuid],
    queryFn: ({ signal }) => getCohort(uuid, signal),
  });

/** Loads the number of contacts in a cohort. */
export const contactCountQuery = (uuid: string) =>
  queryOptions({ queryKey: [...COHORTS, 'count', uuid], queryFn: () => countContacts(uuid) });

/** Loads the cohorts of a contact, with the reasons for membership. Insureds cannot be in cohorts. */
export const membershipsQuery = ({ noun, resource }: ContactKindConfig, uuid: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'of', noun, uuid],
    queryFn:
      resource === 'FirmInsured'
        ? skipToken
        : ({ signal }) => call('GET', `Cohort/${resource}/{uuid}`, { path: { uuid }, signal }),
    staleTime: 0,
  });

/** `key` is the idempotency key. */
export const addCohort = (body: NewCohort, key: string) =>
  call('POST', 'Cohort', { body, idempotencyKey: key });

export const updateCohort = (uuid: string, body: CohortInput) =>
  call('PUT', COHORT, { path: { cohortUuid: uuid }, body });

export const deleteCohort = ({ uuid, version }: { uuid: string; version: number }) =>
  call('DELETE', COHORT, { path: { cohortUuid: uuid }, query: { version } });

export const restoreCohort = (uuid: string) =>
  call('POST', `${COHORT}/restore`, { path: { cohortUuid: uuid } });

export const addContacts = (uuid: string, body: CohortContacts) =>
  call('POST', `${COHORT}/contact`, { path: { cohortUuid: uuid }, body });

export const removeContact = (uuid: string, contactUuid: string) =>
  call('DELETE', `${COHORT}/contact`, { path: { cohortUuid: uuid }, query: { contactUuids: [contactUuid] } });

/** Uses POST, because the uuids may not fit in a URL. */
export const removeContacts = (uuid: string, body: CohortContacts) =>
  call('POST', `${COHORT}/contact/removal`, { path: { cohortUuid: uuid }, body });

import { kinds, type KindOfContact } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type {
  Cohort,
  CohortChange,
  CohortContacts,
  CohortInput,
  ContactKind,
  Membership,
  NewCohort,
} from 'firmbook-wasm';
import { countContacts } from './count-contacts';

/** Prefix of the query keys of cohorts. */
export const COHORTS = ['cohorts'] as const;

/** The kind of contact in a cohort. */
export const kindOfCohort = (contactType: ContactKind): KindOfContact =>
  contactType === 1 ? kinds.agent : kinds.owner;

/** The firm's cohorts of a kind of contact, by name. */
export const cohortsQuery = (firmId: number, contactType: ContactKind) =>
  queryOptions({
    queryKey: [...COHORTS, 'firm', firmId, contactType],
    queryFn: ({ signal }) =>
      call<Cohort[]>('GET', `Cohort/firm/${firmId}`, { query: { contactType }, signal }),
    staleTime: 0,
  });

export const getCohort = (uuid: string, signal?: AbortSignal) =>
  call<Cohort>('GET', `Cohort/${uuid}`, signal ? { signal } : {});

export const cohortQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'one', uuid],
    queryFn: ({ signal }) => getCohort(uuid, signal),
  });

/** Number of contacts in a cohort. */
export const contactCountQuery = (uuid: string) =>
  queryOptions({ queryKey: [...COHORTS, 'count', uuid], queryFn: () => countContacts(uuid) });

/** The cohorts of a contact, with the reasons for membership. */
export const membershipsQuery = (kind: KindOfContact, uuid: string) =>
  queryOptions({
    queryKey: [...COHORTS, 'of', kind.noun, uuid],
    queryFn: ({ signal }) => call<Membership[]>('GET', `Cohort/${kind.resource}/${uuid}`, { signal }),
    staleTime: 0,
  });

/** `key` is the idempotency key. */
export const addCohort = (body: NewCohort, key: string) =>
  call<Cohort>('POST', 'Cohort', { body, headers: { 'idempotency-key': key } });

export const updateCohort = (uuid: string, body: CohortInput) =>
  call<Cohort>('PUT', `Cohort/${uuid}`, { body });

export const deleteCohort = ({ uuid, version }: { uuid: string; version: number }) =>
  call<void>('DELETE', `Cohort/${uuid}`, { query: { version } });

export const restoreCohort = (uuid: string) => call<Cohort>('POST', `Cohort/${uuid}/restore`);

export const addContacts = (uuid: string, body: CohortContacts) =>
  call<CohortChange>('POST', `Cohort/${uuid}/contact`, { body });

export const removeContact = (uuid: string, contactUuids: string) =>
  call<CohortChange>('DELETE', `Cohort/${uuid}/contact`, { query: { contactUuids } });

/** A POST, because the uuids may not fit in an address. */
export const removeContacts = (uuid: string, body: CohortContacts) =>
  call<CohortChange>('POST', `Cohort/${uuid}/contact/removal`, { body });

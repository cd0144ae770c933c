import { contactKinds } from '@/lib/contact-kinds';
import { call, download } from '@/lib/http';
import type { RecordRef } from '@/lib/record-ref';
import { queryOptions } from '@tanstack/react-query';
import type { BestInterestInput, SignatureInput } from 'firmbook-wasm';

const FILE = 'PolicyOwner/{ownerType}/{ownerId}/BestInterest';
const VERSION = `${FILE}/{formUuid}` as const;

/** The owner that the forms are about. */
export interface Owner {
  /** `OwnerType` number. */
  ownerType: number;
  ownerId: string;
}

const valuesOf = ({ ownerType, ownerId }: Owner) => ({ ownerType, ownerId });

/** Returns the owner's record, to which documents are attached. */
export const recordOf = ({ ownerId }: Owner): RecordRef => ({
  path: contactKinds.owner.record,
  values: { uuid: ownerId },
});

/** Loads all versions of an owner's form, and the owner's contracts. */
export const fileQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['bestInterest', owner.ownerId],
    queryFn: ({ signal }) => call('GET', FILE, { path: valuesOf(owner), signal }),
  });

/** `key` is the idempotency key. */
export const createForm = (owner: Owner, body: BestInterestInput, key: string) =>
  call('POST', FILE, { path: valuesOf(owner), body, idempotencyKey: key });

export const saveForm = (owner: Owner, body: BestInterestInput) =>
  call('PUT', FILE, { path: valuesOf(owner), body });

export const signForm = (owner: Owner, uuid: string, body: SignatureInput) =>
  call('POST', `${VERSION}/signature`, { path: { ...valuesOf(owner), formUuid: uuid }, body });

export const deleteForm = (owner: Owner, uuid: string, version: number) =>
  call('DELETE', VERSION, { path: { ...valuesOf(owner), formUuid: uuid }, query: { version } });

export const downloadForm = (owner: Owner, uuid: string) =>
  download('GET', `${VERSION}/document`, { path: { ...valuesOf(owner), formUuid: uuid } });

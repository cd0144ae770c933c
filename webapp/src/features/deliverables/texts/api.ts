import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { RichText } from 'firmbook-wasm';
import type { TextAddress } from './scopes';

const pathOf = <R extends TextAddress['resource']>(resource: R) =>
  `BookOfBusiness/BookOfBusinessSettings/${resource.toLowerCase() as Lowercase<R>}/{part}` as const;

const placeOf = ({ path, templateUuid, uuid }: TextAddress) => ({
  path: { part: path },
  query: {
    ...(templateUuid !== null && { templateUuid }),
    ...(uuid !== null && { agentUuid: uuid }),
  },
});

/** Key of all texts. */
export const TEXTS_KEY = ['bookTexts'] as const;

export const textQuery = (address: TextAddress) =>
  queryOptions({
    queryKey: [...TEXTS_KEY, address],
    queryFn: ({ signal }) => call('GET', pathOf(address.resource), { ...placeOf(address), signal }),
  });

/** The pages of a text that is not saved. */
export const textPreviewQuery = (address: TextAddress, value: RichText) =>
  queryOptions({
    queryKey: ['bookTextPreview', address, value],
    queryFn: ({ signal }) =>
      call('POST', `${pathOf(address.resource)}/preview` as const, {
        ...placeOf(address),
        body: { value },
        signal,
      }),
    // Pages are large.
    gcTime: 0,
  });

/** `version` is the one to replace. Null sets the first text. */
export const saveText = (address: TextAddress, value: RichText, version: number | null) =>
  call('PUT', pathOf(address.resource), { ...placeOf(address), body: { value, version } });

export const revertText = (address: TextAddress, version: number) => {
  const { path, query } = placeOf(address);
  return call('DELETE', pathOf(address.resource), { path, query: { ...query, version } });
};

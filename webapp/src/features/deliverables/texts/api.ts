import { queryOptions } from '@tanstack/react-query';
import { callText, type BookPreview, type DeliverableText } from './contract';
import type { RichText } from './rich-text';
import type { TextAddress } from './scopes';

const pathOf = ({ resource, path }: TextAddress) =>
  `BookOfBusiness/BookOfBusinessSettings/${resource.toLowerCase()}/${path}`;

const queryOf = ({ templateUuid, uuid }: TextAddress) => ({
  ...(templateUuid !== null && { templateUuid }),
  ...(uuid !== null && { agentUuid: uuid }),
});

/** Key of all texts. */
export const TEXTS_KEY = ['bookTexts'] as const;

export const textQuery = (address: TextAddress) =>
  queryOptions({
    queryKey: [...TEXTS_KEY, address],
    queryFn: ({ signal }) =>
      callText<DeliverableText>('GET', pathOf(address), { query: queryOf(address), signal }),
  });

/** The pages of a text that is not saved. */
export const textPreviewQuery = (address: TextAddress, value: RichText) =>
  queryOptions({
    queryKey: ['bookTextPreview', address, value],
    queryFn: ({ signal }) =>
      callText<BookPreview>('POST', `${pathOf(address)}/preview`, {
        query: queryOf(address),
        body: { value },
        signal,
      }),
    // Pages are large.
    gcTime: 0,
  });

/** `version` is the one to replace. Null sets the first text. */
export const saveText = (address: TextAddress, value: RichText, version: number | null) =>
  callText<DeliverableText>('PUT', pathOf(address), { query: queryOf(address), body: { value, version } });

export const revertText = (address: TextAddress, version: number) =>
  callText<DeliverableText>('DELETE', pathOf(address), { query: { ...queryOf(address), version } });

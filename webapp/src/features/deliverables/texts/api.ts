import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { RichText } from 'firmbook-wasm';
import { KINDS } from '../kinds';
import type { TextAddress } from './scopes';

const PATHS = {
  [KINDS.agentBook]: 'BookOfBusiness/BookOfBusinessSettings/firmagent/{part}',
  [KINDS.ownerBook]: 'BookOfBusiness/BookOfBusinessSettings/firmowner/{part}',
  [KINDS.summary]: 'ReportSummary/ReportSummarySettings/{part}/3',
  [KINDS.summaryByOwner]: 'ReportSummary/ReportSummarySettings/{part}/4',
  [KINDS.letter]: 'Trust/LetterSettings/{part}',
} as const;

const isOfReport = ({ kind }: TextAddress) => kind === KINDS.summary || kind === KINDS.summaryByOwner;

function placeOf(address: TextAddress) {
  const { path, templateUuid, uuid } = address;
  return {
    path: { part: path },
    query: {
      ...(templateUuid !== null && { templateUuid }),
      ...(uuid !== null && (isOfReport(address) ? { reportUuid: uuid } : { agentUuid: uuid })),
    },
  };
}

/** Query key prefix of all texts. */
export const TEXTS_KEY = ['deliverableTexts'] as const;

const DEFAULT = 'GlobalText/{textKind}/{part}';
const defaultOf = ({ kind, path }: TextAddress) => ({ path: { textKind: kind, part: path } });

export const textQuery = (address: TextAddress) =>
  queryOptions({
    queryKey: [...TEXTS_KEY, address],
    queryFn: ({ signal }) =>
      address.isOfAllFirms
        ? call('GET', DEFAULT, { ...defaultOf(address), signal })
        : call('GET', PATHS[address.kind], { ...placeOf(address), signal }),
  });

/** Loads a preview of an unsaved text. */
export const textPreviewQuery = (address: TextAddress, value: RichText) =>
  queryOptions({
    queryKey: ['deliverableTextPreview', address, value],
    queryFn: ({ signal }) =>
      address.isOfAllFirms
        ? call('POST', `${DEFAULT}/preview`, { ...defaultOf(address), body: { value }, signal })
        : call('POST', `${PATHS[address.kind]}/preview` as const, {
            ...placeOf(address),
            body: { value },
            signal,
          }),
    // Pages are large.
    gcTime: 0,
  });

/** Saves a text over `version`, which is null if the scope has no text of its own yet. */
export const saveText = (address: TextAddress, value: RichText, version: number | null) =>
  address.isOfAllFirms
    ? call('PUT', DEFAULT, { ...defaultOf(address), body: { value, version } })
    : call('PUT', PATHS[address.kind], { ...placeOf(address), body: { value, version } });

export const revertText = (address: TextAddress, version: number) => {
  if (address.isOfAllFirms) return call('DELETE', DEFAULT, { ...defaultOf(address), query: { version } });
  const { path, query } = placeOf(address);
  return call('DELETE', PATHS[address.kind], { path, query: { ...query, version } });
};

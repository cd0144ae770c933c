import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { GuidelineDraft } from 'firmbook-wasm';

const GUIDELINES = 'allpolicy/{policyUuid}/guidelines';

export const guidelinesQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['guidelines', uuid],
    queryFn: ({ signal }) => call('GET', GUIDELINES, { path: { policyUuid: uuid }, signal }),
  });

/** Replaces all ranges. Fails with a version conflict unless `before` matches the stored ranges. */
export const setGuidelines = (uuid: string, before: GuidelineDraft[], guidelines: GuidelineDraft[]) =>
  call('PUT', GUIDELINES, { path: { policyUuid: uuid }, body: { before, guidelines } });

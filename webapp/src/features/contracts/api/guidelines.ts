import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { GuidelineDraft, GuidelineStanding } from 'firmbook-wasm';

export const guidelinesQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['guidelines', uuid],
    queryFn: ({ signal }) => call<GuidelineStanding[]>('GET', `allpolicy/${uuid}/guidelines`, { signal }),
  });

/** Replaces all ranges. Fails with a version conflict unless `before` matches the stored ranges. */
export const setGuidelines = (uuid: string, before: GuidelineDraft[], guidelines: GuidelineDraft[]) =>
  call<GuidelineStanding[]>('PUT', `allpolicy/${uuid}/guidelines`, { body: { before, guidelines } });

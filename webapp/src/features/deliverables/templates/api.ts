import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { TemplateInput } from 'firmbook-wasm';
import type { DeliverableKind } from '../kinds';

/** The templates of a kind of document. Those of the firm come first. */
export const templatesOfKindQuery = (kind: DeliverableKind) =>
  queryOptions({
    queryKey: ['templates', kind],
    queryFn: ({ signal }) =>
      call('GET', 'template', { query: { templateType: kind, includeGlobalDefaults: true }, signal }),
  });

export const addTemplate = (kind: DeliverableKind, input: TemplateInput) =>
  call('POST', 'template', { query: { templateType: kind }, body: input });

export const changeTemplate = (templateUuid: string, input: TemplateInput) =>
  call('PUT', 'template/{templateUuid}', { path: { templateUuid }, body: input });

export const deleteTemplate = (templateUuid: string, version: number) =>
  call('DELETE', 'template/{templateUuid}', { path: { templateUuid }, query: { version } });

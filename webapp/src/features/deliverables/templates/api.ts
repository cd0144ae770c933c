import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { TemplateInput } from 'firmbook-wasm';
import type { DeliverableKind } from '../kinds';

export const addTemplate = (kind: DeliverableKind, input: TemplateInput) =>
  call('POST', 'template', { query: { templateType: kind }, body: input });

export const changeTemplate = (templateUuid: string, input: TemplateInput) =>
  call('PUT', 'template/{templateUuid}', { path: { templateUuid }, body: input });

export const deleteTemplate = (templateUuid: string, version: number) =>
  call('DELETE', 'template/{templateUuid}', { path: { templateUuid }, query: { version } });

/** Loads the templates for all firms, including retired ones. */
export const globalTemplatesQuery = (kind: DeliverableKind) =>
  queryOptions({
    queryKey: ['templates', 'global', kind],
    queryFn: ({ signal }) => call('GET', 'GlobalTemplate', { query: { templateType: kind }, signal }),
  });

export const addGlobalTemplate = (kind: DeliverableKind, input: TemplateInput) =>
  call('POST', 'GlobalTemplate', { query: { templateType: kind }, body: input });

export const changeGlobalTemplate = (globalTemplateUuid: string, input: TemplateInput) =>
  call('PUT', 'GlobalTemplate/{globalTemplateUuid}', { path: { globalTemplateUuid }, body: input });

export const retireGlobalTemplate = (globalTemplateUuid: string, version: number, isRetired: boolean) =>
  call('PUT', 'GlobalTemplate/{globalTemplateUuid}/retired', {
    path: { globalTemplateUuid },
    body: { version, isRetired },
  });

/** Loads the latest changes to the templates and texts for all firms. */
export const globalChangesQuery = queryOptions({
  queryKey: ['templates', 'global', 'changes'],
  queryFn: ({ signal }) => call('GET', 'GlobalTemplate/changes', { signal }),
});

import { call } from '@/lib/http';
import type { TemplateInput } from 'firmbook-wasm';
import type { DeliverableKind } from '../kinds';

export const addTemplate = (kind: DeliverableKind, input: TemplateInput) =>
  call('POST', 'template', { query: { templateType: kind }, body: input });

export const changeTemplate = (templateUuid: string, input: TemplateInput) =>
  call('PUT', 'template/{templateUuid}', { path: { templateUuid }, body: input });

export const deleteTemplate = (templateUuid: string, version: number) =>
  call('DELETE', 'template/{templateUuid}', { path: { templateUuid }, query: { version } });

import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { ContactKindConfig } from '@/lib/contact-kinds';

export const contactQuery = (kind: ContactKindConfig, uuid: string) =>
  queryOptions({
    queryKey: ['contact', kind.noun, uuid],
    queryFn: ({ signal }) => call('GET', kind.record, { path: { uuid }, signal }),
  });

import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '@/lib/contact-kinds';

export const contactQuery = (kind: KindOfContact, uuid: string) =>
  queryOptions({
    queryKey: ['contact', kind.noun, uuid],
    queryFn: ({ signal }) => call('GET', kind.record, { path: { uuid }, signal }),
  });

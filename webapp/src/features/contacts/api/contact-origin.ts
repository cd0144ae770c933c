import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '@/lib/contact-kinds';

/** The source of a record. */
export interface ContactOrigin {
  sourceLabel: string;
  fileName: string | null;
  /** Line number in the file. */
  fileRow: number | null;
  by: string | null;
  at: string;
}

/** Disabled for insureds, which have no such endpoint. */
export const contactOriginQuery = (kind: KindOfContact, uuid: string) =>
  queryOptions({
    queryKey: ['contact', kind.noun, uuid, 'origin'],
    enabled: kind.noun !== 'insured',
    queryFn: ({ signal }) =>
      call<ContactOrigin>('GET', `${kind.resource}/${kind.action}/${uuid}/source`, { signal }),
  });

import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '../kinds';

/** Where a record comes from. */
export interface ContactOrigin {
  sourceLabel: string;
  fileName: string | null;
  /** Line of the file. */
  fileRow: number | null;
  by: string | null;
  at: string;
}

/** Insureds have no such call. */
export const contactOriginQuery = (kind: KindOfContact, uuid: string) =>
  queryOptions({
    queryKey: ['contact', kind.noun, uuid, 'origin'],
    enabled: kind.noun !== 'insured',
    queryFn: ({ signal }) =>
      call<ContactOrigin>('GET', `${kind.resource}/${kind.action}/${uuid}/source`, { signal }),
  });

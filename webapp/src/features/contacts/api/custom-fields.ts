import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '../kinds';

/** A field of the firm's own. */
export interface CustomField {
  name: string;
}

/** The firm's own fields of contacts of a kind. */
export const customFieldsQuery = ({ resource }: KindOfContact) =>
  queryOptions({
    queryKey: ['custom-fields', resource],
    queryFn: ({ signal }) => call<CustomField[]>('GET', `${resource}/customFields`, { signal }),
  });

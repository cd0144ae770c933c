import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '@/lib/contact-kinds';

/** A custom field defined by the firm. */
export interface CustomField {
  name: string;
}

/** The custom fields of a kind of contact. */
export const customFieldsQuery = ({ resource }: KindOfContact) =>
  queryOptions({
    queryKey: ['custom-fields', resource],
    queryFn: ({ signal }) => call<CustomField[]>('GET', `${resource}/customFields`, { signal }),
  });

import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { KindOfContact } from '@/lib/contact-kinds';

/** Loads the custom fields for a kind of contact. */
export const customFieldsQuery = ({ resource }: KindOfContact) =>
  queryOptions({
    queryKey: ['custom-fields', resource],
    queryFn: ({ signal }) => call('GET', `${resource}/customFields`, { signal }),
  });

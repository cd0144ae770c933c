import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** A firm in the staff list. */
export type FirmEntry = Schemas['FirmEntry'];

/** Loads up to 200 firms with names that contain `text`. */
export const firmsQuery = (text: string) =>
  queryOptions({
    queryKey: ['firms', text],
    queryFn: ({ signal }) => call('GET', 'Firm', { query: { text: text || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

/** Switches the session to a firm. */
export const lookIntoFirm = (firmId: number) => call('PUT', 'Account/firm/{firmId}', { path: { firmId } });

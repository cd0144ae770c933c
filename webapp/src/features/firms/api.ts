import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** A firm in the staff list. */
export interface FirmEntry {
  firmId: number;
  name: string;
  isActive: boolean;
  isDemo: boolean;
  /** Number of active users. */
  userCount: number;
  /** Null means no limit. */
  userLimit: number | null;
  documentLimit: number | null;
  contactCount: number;
}

/** Firms whose name contains `text`, up to 200. */
export const firmsQuery = (text: string) =>
  queryOptions({
    queryKey: ['firms', text],
    queryFn: ({ signal }) => call<FirmEntry[]>('GET', 'Firm', { query: { text: text || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

/** Switches the session to a firm. */
export const lookIntoFirm = (firmId: number) => call<unknown>('PUT', `Account/firm/${firmId}`);

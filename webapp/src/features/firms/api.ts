import { call } from '@/lib/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** A firm as staff sees it. */
export interface FirmEntry {
  firmId: number;
  name: string;
  isActive: boolean;
  isDemo: boolean;
  /** Active users. */
  userCount: number;
  /** Null is no limit. */
  userLimit: number | null;
  documentLimit: number | null;
  contactCount: number;
}

/** The firms whose name holds a text, at most 200. */
export const firmsQuery = (text: string) =>
  queryOptions({
    queryKey: ['firms', text],
    queryFn: ({ signal }) => call<FirmEntry[]>('GET', 'Firm', { query: { text: text || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

/** From now on this session looks into that firm. */
export const lookIntoFirm = (firmId: number) => call<unknown>('PUT', `Account/firm/${firmId}`);

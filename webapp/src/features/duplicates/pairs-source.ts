import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { listSource } from '@/list/list-source';
import type { Row } from '@/list/types';

export type DuplicatePair = Schemas['DuplicatePair'];

/** Requests all columns, because opening a pair needs the ids of both contacts. */
export const pairsSource = listSource('duplicates', 'DuplicatePair', 'all');

/** Loads a pair. The key is not under `merges`, because refetching a merged pair would count as denied. */
export const pairQuery = (uuid: string) => ({
  queryKey: ['duplicate-pair', uuid],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET', 'DuplicatePair/{pairUuid}', { path: { pairUuid: uuid }, signal }),
});

/** Marks pairs as not duplicates, or returns them to review. */
export const reviewPairs = (uuids: string[], isDismissed: boolean) =>
  call('POST', 'DuplicatePair/review', { body: { uuids, isDismissed } });

/** Returns the URL that compares contacts. With `pairUuid`, the page shows the reasons of that pair. */
export function comparisonPath(noun: string, uuids: readonly string[], pairUuid?: string): string {
  const params = new URLSearchParams([['kind', noun], ...uuids.map((uuid) => ['id', uuid])]);
  if (pairUuid) params.set('pair', pairUuid);
  return `${paths.merge}?${params}`;
}

const AGENTS = '1';

export const nounOf = (row: Row) => (row.contactType === AGENTS ? 'agent' : 'owner');

export const contactsOf = (row: Row): string[] => [String(row.firstId), String(row.secondId)];

export const pairPath = (row: Row) => comparisonPath(nounOf(row), contactsOf(row), row.uuid);

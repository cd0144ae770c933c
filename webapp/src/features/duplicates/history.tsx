import { DataTable } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MergeEntry, MergeKind } from './merge-kinds';
import classes from './duplicates.module.css';

interface HistoryProps {
  kind: MergeKind;
  /** Null if the user may not undo merges. */
  onUndo: ((mergeUuid: string) => void) | null;
}

export const historyQuery = (kind: MergeKind) =>
  infiniteQueryOptions({
    queryKey: ['merges', kind.contact.noun, 'history'],
    queryFn: ({ signal, pageParam }) => kind.history(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((count, page) => count + page.items.length, 0) : null,
  });

/** The merges of a kind, newest first. */
export function History({ kind, onUndo }: HistoryProps) {
  const many = kind.contact.plural.toLowerCase();
  const history = useInfiniteQuery(historyQuery(kind));
  return (
    <QueryState
      query={history}
      subject="the merge history"
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={`No ${many} merged yet. Select two to five ${many} in their list, then choose Merge.`}
    >
      {({ pages }) => (
        <>
          <DataTable
            caption="Merge history"
            isCaptionHidden
            columns={['Merged', 'Into', 'By', 'Date', 'Status', onUndo !== null && '']}
          >
            {pages
              .flatMap(({ items }) => items)
              .map((entry) => (
                <EntryRow key={entry.uuid} kind={kind} entry={entry} onUndo={onUndo} />
              ))}
          </DataTable>
          {history.hasNextPage && (
            <Button
              className={classes.more}
              variant="default"
              loading={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              Show older merges
            </Button>
          )}
        </>
      )}
    </QueryState>
  );
}

interface EntryRowProps extends HistoryProps {
  entry: MergeEntry;
}

function EntryRow({ kind, entry, onUndo }: EntryRowProps) {
  const { timeZone } = useSession().user;
  const undone = entry.undoneAt && `Undone ${formatTimestamp(entry.undoneAt, timeZone)}`;
  return (
    <tr>
      <th scope="row">{entry.mergedNames.join('; ')}</th>
      <td>
        <Link to={kind.contact.path(entry.targetUuid)}>{entry.targetName}</Link>
      </td>
      <td>{entry.by}</td>
      <td>{formatTimestamp(entry.at, timeZone)}</td>
      <td>{undone ? `${undone} by ${entry.undoneBy ?? 'unknown'}` : 'Merged'}</td>
      {onUndo && (
        <td>
          {!undone && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onUndo(entry.uuid)}
              aria-label={`Undo merge into ${entry.targetName}`}
            >
              Undo
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

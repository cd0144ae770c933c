import { call } from '@/lib/http';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Activity, ActivityPage } from 'firmbook-wasm';
import { Moment } from './facts';
import classes from './activity.module.css';

interface ActivityTabProps {
  /** API path of the record: `allpolicy/{uuid}`. */
  record: string;
  /** Returns the label of a field. */
  labelOf: (field: string) => string;
}

/** Change history of a record, newest first. */
export function ActivityTab({ record, labelOf }: ActivityTabProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['activity', record],
      queryFn: ({ pageParam, signal }) =>
        call<ActivityPage>('GET', `${record}/activity`, { query: { offset: pageParam }, signal }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        last.hasMore ? pages.reduce((sum, { items }) => sum + items.length, 0) : undefined,
      staleTime: 0,
    });
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) {
    return (
      <p className={classes.state} role="alert">
        {error.message}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (isPending) {
    return (
      <p className={classes.state} role="status">
        Loading the activity…
      </p>
    );
  }
  if (entries.length === 0) {
    return <p className={classes.state}>Nobody has changed this record here yet.</p>;
  }
  return (
    <div className={classes.part}>
      <ol className={classes.entries} aria-label="Activity">
        {entries.map((entry) => (
          <Entry key={entry.uuid} entry={entry} labelOf={labelOf} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier entries
        </Button>
      )}
    </div>
  );
}

function Entry({ entry, labelOf }: { entry: Activity; labelOf: (field: string) => string }) {
  const { user, onBehalfOf, label, about, fields, at } = entry;
  return (
    <li>
      <div className={classes.what}>
        <strong>{label}</strong>
        {about && <span>{about}</span>}
      </div>
      {fields.length > 0 && <div className={classes.fields}>{fields.map(labelOf).join(', ')}</div>}
      <div className={classes.who}>
        {user}
        {onBehalfOf && `, for ${onBehalfOf}`} · <Moment at={at} />
      </div>
    </li>
  );
}

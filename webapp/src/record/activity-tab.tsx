import { QueryState } from '@/components/query-state';
import { call } from '@/lib/http';
import type { RecordRef } from '@/lib/record-ref';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Activity, ActivityPage } from 'firmbook-wasm';
import { Timestamp } from './facts';
import classes from './activity.module.css';

interface ActivityTabProps {
  record: RecordRef;
  /** Returns the label of a field and the formatter for its values. */
  fieldOf: (field: string) => ActivityField;
}

export interface ActivityField {
  label: string;
  show: (value: string) => string;
}

/** Change history of a record, newest first. */
export function ActivityTab({ record, fieldOf }: ActivityTabProps) {
  const query = useInfiniteQuery({
    queryKey: ['activity', record],
    queryFn: ({ pageParam, signal }) =>
      call('GET', `${record.path}/activity`, { path: record.values, query: { offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((sum, { items }) => sum + items.length, 0) : undefined,
    staleTime: 0,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const entriesOf = ({ pages }: { pages: ActivityPage[] }) => pages.flatMap(({ items }) => items);
  return (
    <QueryState
      query={query}
      subject="the activity"
      isEmpty={(data) => entriesOf(data).length === 0}
      empty="No changes yet."
      className={classes.state}
    >
      {(data) => (
        <div className={classes.part}>
          <ol className={classes.entries} aria-label="Activity">
            {entriesOf(data).map((entry) => (
              <Entry key={entry.uuid} entry={entry} fieldOf={fieldOf} />
            ))}
          </ol>
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show earlier entries
            </Button>
          )}
        </div>
      )}
    </QueryState>
  );
}

function Entry({ entry, fieldOf }: { entry: Activity; fieldOf: ActivityTabProps['fieldOf'] }) {
  const { user, onBehalfOf, label, about, fields, changes, at } = entry;
  const shown = new Set(changes.map(({ field }) => field));
  const others = fields.filter((field) => !shown.has(field));
  return (
    <li>
      <div className={classes.what}>
        <strong>{label}</strong>
        {about && <span>{about}</span>}
      </div>
      <div className={classes.who}>
        {user}
        {onBehalfOf && `, for ${onBehalfOf}`} · <Timestamp at={at} />
      </div>
      {changes.map(({ field, from, to }) => {
        const { label: name, show } = fieldOf(field);
        const shownValue = (value: string | null) => (value === null ? 'empty' : show(value));
        return (
          <div key={field} className={classes.fields}>
            {name}: {shownValue(from)} → {shownValue(to)}
          </div>
        );
      })}
      {others.length > 0 && (
        <div className={classes.fields}>{others.map((field) => fieldOf(field).label).join(', ')}</div>
      )}
    </li>
  );
}

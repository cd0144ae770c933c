import { IconRefresh } from '@/components/icons';
import { call } from '@/lib/http';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { listKey } from '@/list/data/pages';
import { formatCount } from '@/list/grid/format-cell';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import tools from '@/list/columns/columns.module.css';
import { pairsSource } from './pairs-source';
import classes from './duplicates.module.css';

const KEY = ['merges', 'progress'];
/** Polling interval while contacts are being compared. */
const INTERVAL_MS = 2_000;

/** Number of contacts still to be compared, or a button that compares all contacts again. */
export function Progress({ canRescore }: { canRescore: boolean }) {
  const queries = useQueryClient();
  const { timeZone } = useSession().user;
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET', 'DuplicatePair/progress', { signal }),
    refetchInterval: ({ state }) => (state.data?.waiting ? INTERVAL_MS : false),
    staleTime: 0,
  });
  const waiting = data?.waiting ?? 0;
  const wasWaiting = useRef(0);
  useEffect(() => {
    if (waiting < wasWaiting.current) void queries.invalidateQueries({ queryKey: listKey(pairsSource) });
    wasWaiting.current = waiting;
  }, [waiting, queries]);

  const rescore = async () => {
    try {
      queries.setQueryData(KEY, await call('POST', 'DuplicatePair/rescore'));
    } catch (reason) {
      showFailure(undefined, reason);
    }
  };
  if (waiting > 0) {
    return (
      <span className={classes.hint} role="status">
        Comparing contacts: {formatCount(waiting)} remaining
      </span>
    );
  }
  const last =
    data?.startedAt &&
    `Last full comparison: ${formatCount(data.contactCount)} contacts, ${formatTimestamp(data.startedAt, timeZone)}`;
  return canRescore ? (
    <Button
      className={tools.tool}
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      aria-label="Find duplicates again"
      title={last || 'Find duplicates again'}
      onClick={() => void rescore()}
    >
      <span className={tools.wide}>Find duplicates again</span>
    </Button>
  ) : null;
}

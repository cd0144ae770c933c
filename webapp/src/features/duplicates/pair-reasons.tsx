import { IconX } from '@/components/icons';
import { formatTimestamp } from '@/lib/timestamp';
import { neighborsOf } from '@/lib/neighbors';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { paths } from '@/lib/paths';
import { listKey } from '@/list/data/pages';
import { RecordPager } from '@/record/record-pager';
import { usePageKeys } from '@/record/use-page-keys';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pluralize } from './merge-texts';
import { pairQuery, pairsSource, reviewPairs, type DuplicatePair } from './pairs-source';
import classes from './duplicates.module.css';

/** The reasons why two contacts may be the same, with a button to mark them as not duplicates. */
export function PairReasons({ uuid }: { uuid: string }) {
  // A pair that was merged or changed since cannot be loaded. Its contacts can still be compared.
  const { data: pair } = useQuery(pairQuery(uuid));
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}`;
  return (
    <div className={classes.pair} role="region" aria-label="Reasons">
      {pair && <Reasons pair={pair} />}
      <span className={classes.spacer} />
      {pair && <Decision pair={pair} address={address} />}
      <RecordPager path={address} />
    </div>
  );
}

const Reasons = ({ pair: { percent, likeness, likenessLabel, reasons } }: { pair: DuplicatePair }) => (
  <>
    <span className={classes.score} data-likely={likeness === 'likely' || undefined}>
      {percent}%
    </span>
    <span>{likenessLabel}</span>
    <ul className={classes.reasons}>
      {reasons.map(({ label, reason }) => (
        <li key={label} data-against={reason.agreement === 'differs' || undefined}>
          {label}
          {reason.points !== 0 && (
            <span className={classes.points}>
              {reason.points > 0 ? '+' : '−'}
              {pluralize(Math.abs(reason.points), 'point', 'points')}
            </span>
          )}
        </li>
      ))}
    </ul>
  </>
);

function Decision({ pair, address }: { pair: DuplicatePair; address: string }) {
  const { timeZone } = useSession().user;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isRunning, setIsRunning] = useState(false);
  const { uuid, first, second, dismissal } = pair;

  const mark = async (isDismissed: boolean) => {
    setIsRunning(true);
    try {
      await reviewPairs([uuid], isDismissed);
      void queries.invalidateQueries({ queryKey: listKey(pairsSource) });
      await queries.invalidateQueries({ queryKey: pairQuery(uuid).queryKey });
      showSuccess(
        isDismissed
          ? `${first.name} and ${second.name} marked as not duplicates`
          : `${first.name} and ${second.name} returned to review`,
        () => void mark(!isDismissed),
      );
      // Continue with the next pair in the list.
      if (isDismissed) void navigate(neighborsOf(address).next ?? paths.duplicates, { replace: true });
    } catch (reason) {
      showFailure(undefined, reason);
    } finally {
      setIsRunning(false);
    }
  };
  usePageKeys(isRunning || dismissal ? {} : { n: () => void mark(true) });

  return dismissal ? (
    <>
      <span className={classes.hint}>
        Marked as not duplicates by {dismissal.by}, {formatTimestamp(dismissal.at, timeZone)}
      </span>
      <Button variant="default" loading={isRunning} onClick={() => void mark(false)}>
        Review again
      </Button>
    </>
  ) : (
    <Button
      variant="default"
      leftSection={<IconX size={16} aria-hidden />}
      title="Not duplicates (N)"
      loading={isRunning}
      onClick={() => void mark(true)}
    >
      Not duplicates
    </Button>
  );
}

import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { QueryState } from '@/components/query-state';
import { DataTable } from '@/components/data-table';
import { paths } from '@/lib/paths';
import { showDone, showFailure } from '@/lib/toast';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatPhone } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DuplicateCandidates, DuplicatePair, MergeKind, PairedContact } from './merge-kinds';
import { counted } from './merge-words';
import classes from './duplicates.module.css';

type Filter = 'all' | 'likely' | 'dismissed';

interface CandidatesProps {
  kind: MergeKind;
  canMerge: boolean;
  /** Show only pairs of this contact. */
  contactUuid: string | null;
  /** Shows the pairs of all contacts. */
  onAll: () => void;
}

/** Pairs of contacts that may be the same person, with the reasons and what to do with them. */
export function Candidates({ kind, canMerge, contactUuid, onAll }: CandidatesProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const isDismissed = filter === 'dismissed';
  const many = kind.contact.many.toLowerCase();
  const query = useQuery({
    queryKey: ['merges', kind.contact.noun, 'candidates', isDismissed, contactUuid],
    queryFn: ({ signal }) => kind.candidates(isDismissed, contactUuid, signal),
    staleTime: 0,
  });
  const shown = (items: readonly DuplicatePair[]) =>
    filter === 'likely' ? items.filter(({ likeness }) => likeness === 'likely') : items;
  return (
    <div className={classes.candidates}>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Pairs to show"
          value={filter}
          data={[
            { value: 'all', label: 'To review' },
            { value: 'likely', label: 'Likely only' },
            { value: 'dismissed', label: 'Not duplicates' },
          ]}
          onChange={(value) => setFilter(value as Filter)}
        />
        {contactUuid !== null && (
          <Button variant="default" onClick={onAll}>
            Duplicates of all {many}
          </Button>
        )}
      </div>
      <QueryState
        query={query}
        what={`possible duplicates among the ${many}`}
        isEmpty={({ items }) => shown(items).length === 0}
        empty={
          isDismissed ? 'No pairs are marked as not duplicates.' : `No duplicates found among the ${many}.`
        }
      >
        {({ items, total }) => (
          <>
            <DataTable
              caption="Possible duplicates"
              isCaptionHidden
              className={classes.pairs}
              columns={['Score', 'First', 'Second', 'Reasons', canMerge && '']}
            >
              {shown(items).map((pair) => (
                <PairRow
                  key={`${pair.first.uuid} ${pair.second.uuid}`}
                  kind={kind}
                  pair={pair}
                  isDismissed={isDismissed}
                  canMerge={canMerge}
                />
              ))}
            </DataTable>
            {total > items.length && (
              <p className={classes.hint}>
                The {items.length} most likely of {total.toLocaleString('en-US')} pairs.
              </p>
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}

interface PairRowProps {
  kind: MergeKind;
  pair: DuplicatePair;
  isDismissed: boolean;
  canMerge: boolean;
}

function PairRow({ kind, pair, isDismissed, canMerge }: PairRowProps) {
  const { first, second, percent, likeness, likenessLabel } = pair;
  const queries = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const uuids = [first.uuid, second.uuid];
  const candidates = ['merges', kind.contact.noun, 'candidates'];

  const mark = async (dismiss: boolean) => {
    setIsRunning(true);
    try {
      await (dismiss ? kind.dismiss(uuids) : kind.reopen(uuids));
      // Hides the pair at once. Finding all pairs takes seconds in a large firm.
      queries.setQueriesData<DuplicateCandidates>(
        { queryKey: [...candidates, !dismiss] },
        (found) => found && without(found, pair),
      );
      void queries.invalidateQueries({ queryKey: [...candidates, dismiss] });
      showDone(
        dismiss
          ? `${first.name} and ${second.name} marked as not duplicates`
          : `${first.name} and ${second.name} listed again`,
        () => void mark(!dismiss),
      );
    } catch (reason) {
      showFailure(undefined, reason);
    }
    setIsRunning(false);
  };

  const comparison = new URLSearchParams([
    ['kind', kind.contact.noun],
    ['id', first.uuid],
    ['id', second.uuid],
  ]);
  return (
    <tr>
      <td>
        <span
          className={classes.score}
          data-likely={likeness === 'likely' || undefined}
          title={likenessLabel}
        >
          {percent}%
        </span>
      </td>
      <th scope="row">
        <Contact kind={kind} contact={first} />
      </th>
      <td>
        <Contact kind={kind} contact={second} />
      </td>
      <td>
        <ul className={classes.reasons}>
          {pair.reasons.map(({ label, reason }) => (
            <li key={label} data-against={reason.agreement === 'differs' || undefined}>
              {label}
              {reason.points !== 0 && <Points points={reason.points} />}
            </li>
          ))}
        </ul>
      </td>
      {canMerge && (
        <td className={classes.actions}>
          {!isDismissed && (
            <Button size="compact-sm" component={Link} to={`${paths.merge}?${comparison}`}>
              Compare
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={isRunning}
            onClick={() => void mark(!isDismissed)}
          >
            {isDismissed ? 'List again' : 'Not duplicates'}
          </Button>
        </td>
      )}
    </tr>
  );
}

function without(found: DuplicateCandidates, { first, second }: DuplicatePair): DuplicateCandidates {
  const isOther = (pair: DuplicatePair) => pair.first.uuid !== first.uuid || pair.second.uuid !== second.uuid;
  return { items: found.items.filter(isOther), total: found.total - 1 };
}

const Points = ({ points }: { points: number }) => (
  <span className={classes.points}>
    {points > 0 ? '+' : '−'}
    {Math.abs(points)}
  </span>
);

const Contact = ({ kind, contact }: { kind: MergeKind; contact: PairedContact }) => (
  <>
    <Link to={kind.contact.path(contact.uuid)}>{contact.name}</Link>
    {contact.detail && <div className={classes.hint}>{shownDetail(contact.detail)}</div>}
    <div className={classes.hint}>
      {counted(contact.policyCount, 'policy', 'policies')},{' '}
      {counted(contact.annuityCount, 'annuity', 'annuities')}
    </div>
  </>
);

/** Phone numbers are stored as E.164. */
const shownDetail = (detail: string) => (detail.startsWith('+') ? formatPhone(detail) : detail);

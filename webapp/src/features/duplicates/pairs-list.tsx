import { IconArrowBackUp, IconMerge, IconX } from '@/components/icons';
import { useCan } from '@/lib/session';
import { showFailure, showMessage, showSuccess } from '@/lib/toast';
import { listKey } from '@/list/data/pages';
import { ListPage } from '@/list/list-page';
import type { SelectionAction } from '@/list/selection-bar';
import type { Row } from '@/list/types';
import { useQueryClient } from '@tanstack/react-query';
import { maxMergedContacts, maxReviewedPairs } from 'firmbook-later';
import { useEffect, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pluralize } from './merge-texts';
import { renderPairCell } from './pair-cell';
import { comparisonPath, contactsOf, nounOf, pairPath, pairsSource, reviewPairs } from './pairs-source';
import { Progress } from './progress';

/** Pairs of contacts that may be the same, most likely first. */
export function PairsList({ banner }: { banner: ReactNode }) {
  const canMerge = useCan('enhancedMerge', 'write');
  const navigate = useNavigate();
  const queries = useQueryClient();
  useDefaultFilter();

  /** Returns whether the change was saved. */
  const mark = async (uuids: string[], isDismissed: boolean): Promise<boolean> => {
    try {
      await reviewPairs(uuids, isDismissed);
      await queries.invalidateQueries({ queryKey: listKey(pairsSource) });
      const pairs = pluralize(uuids.length, 'pair', 'pairs');
      showSuccess(
        isDismissed ? `${pairs} marked as not duplicates` : `${pairs} returned to review`,
        () => void mark(uuids, !isDismissed),
      );
      return true;
    } catch (reason) {
      showFailure(undefined, reason);
      return false;
    }
  };
  const review = async (rows: Row[], isDismissed: boolean) => {
    const max = maxReviewedPairs();
    if (rows.length > max) {
      showMessage({ kind: 'error', title: `Select up to ${max} pairs`, message: '' });
      return;
    }
    const uuids = rows.map(({ uuid }) => uuid);
    // A failed review keeps the selection.
    return (await mark(uuids, isDismissed)) ? uuids : [];
  };
  const compare = async (rows: Row[]) => {
    const [first] = rows;
    const uuids = [...new Set(rows.flatMap(contactsOf))];
    const max = maxMergedContacts();
    if (!first || rows.some((row) => nounOf(row) !== nounOf(first)) || uuids.length > max) {
      const title = `Select pairs of up to ${max} contacts of one type to compare`;
      showMessage({ kind: 'error', title, message: '' });
      return;
    }
    void navigate(comparisonPath(nounOf(first), uuids, rows.length === 1 ? first.uuid : undefined));
  };

  const actions: SelectionAction[] = [
    { label: 'Compare', icon: <IconMerge size={16} aria-hidden />, run: compare },
    { label: 'Not duplicates', icon: <IconX size={16} aria-hidden />, run: (rows) => review(rows, true) },
    {
      label: 'Review again',
      icon: <IconArrowBackUp size={16} aria-hidden />,
      run: (rows) => review(rows, false),
    },
  ];
  return (
    <ListPage
      source={pairsSource}
      crumbs={CRUMBS}
      title="Duplicate management"
      noun="possible duplicates"
      banner={banner}
      about="Agents and owners that may have been entered twice. New pairs appear within a minute of a contact being added or changed."
      isAllowed={useCan('enhancedMerge', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={canMerge ? pairPath : undefined}
      renderCell={renderPairCell}
      selectionActions={canMerge ? actions : []}
      extraTool={() => <Progress canRescore={canMerge} />}
    />
  );
}

const CRUMBS = ['Administration'];

/** Filters the list to unreviewed pairs, unless the URL has parameters. */
function useDefaultFilter() {
  const [params, setParams] = useSearchParams();
  const isPlain = params.size === 0;
  useEffect(() => {
    if (isPlain) setParams({ f: 'state:eq:Open' }, { replace: true });
    // Runs only when the page opens, so that the user can remove the filter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Breadcrumb } from '@/components/breadcrumb';
import { NoAccessPage, NoFirmPage } from '@/components/dead-end-pages';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { History } from './history';
import type { MergeKind } from './merge-kinds';
import { PairsList } from './pairs-list';
import { UndoMerge } from './undo-merge';
import { useHistoryKind } from './use-history-kind';
import classes from './duplicates.module.css';

/** Possible duplicates among agents and owners, and the history of merges, which can be undone. */
export function DuplicatesPage() {
  useDocumentTitle('Duplicate management');
  const [params, setParams] = useSearchParams();
  const isHistory = params.get('view') === 'history' || params.has('undo');
  const isAllowed = useCan('enhancedMerge', 'read');
  const canMerge = useCan('enhancedMerge', 'write');
  const { firmId } = useSession().user;
  const kind = useHistoryKind(params.get('kind'), isAllowed && isHistory && firmId > 0);
  const show = (changes: Record<string, string | null>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );

  const openUndo = ({ contact }: MergeKind, undo: string) =>
    show({ view: 'history', kind: contact.noun, undo });

  const views = (
    <div className={classes.tools}>
      <SegmentedControl
        aria-label="View"
        value={isHistory ? 'history' : 'review'}
        data={[
          { value: 'review', label: 'Possible duplicates' },
          { value: 'history', label: 'Merge history' },
        ]}
        onChange={(view) => setParams(view === 'history' ? { view } : {}, { replace: true })}
      />
      {isHistory && kind && (
        <SegmentedControl
          aria-label="Kind of contact"
          value={kind.contact.noun}
          data={[
            { value: 'agent', label: 'Agents' },
            { value: 'owner', label: 'Owners' },
          ]}
          onChange={(noun) => show({ kind: noun, undo: null })}
        />
      )}
    </div>
  );
  if (!isAllowed) return <NoAccessPage noun="duplicate management" />;
  if (firmId <= 0) return <NoFirmPage />;
  if (!isHistory) return <PairsList banner={views} />;
  return (
    <section className={classes.page} aria-label="Duplicate management">
      <Breadcrumb parts={['Administration']} />
      <h1>Duplicate management</h1>
      {views}
      {kind ? (
        <>
          <History kind={kind} onUndo={canMerge ? (undo) => openUndo(kind, undo) : null} />
          <UndoMerge kind={kind} mergeUuid={params.get('undo')} onClose={() => show({ undo: null })} />
        </>
      ) : (
        <p>Loading the merge history…</p>
      )}
    </section>
  );
}

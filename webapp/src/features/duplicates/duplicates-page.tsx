import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Breadcrumb } from '@/components/breadcrumb';
import { NoFirmPage } from '@/components/no-firm-page';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { History } from './history';
import { mergeKindOf } from './merge-kinds';
import { PairsList } from './pairs-list';
import { UndoMerge } from './undo-merge';
import classes from './duplicates.module.css';

/** Possible duplicates among agents and owners, and the history of merges, which can be undone. */
export function DuplicatesPage() {
  useDocumentTitle('Duplicate management');
  const [params, setParams] = useSearchParams();
  const kind = mergeKindOf(params.get('kind'));
  const isHistory = params.get('view') === 'history' || params.has('undo');
  const isAllowed = useCan('enhancedMerge', 'read');
  const canMerge = useCan('enhancedMerge', 'write');
  const { firmId } = useSession().user;
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
      {isHistory && (
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
  if (isAllowed && firmId <= 0) return <NoFirmPage />;
  if (isAllowed && !isHistory) return <PairsList banner={views} />;
  return (
    <section className={classes.page} aria-label="Duplicate management">
      <Breadcrumb parts={['Administration']} />
      <h1>Duplicate management</h1>
      {isAllowed ? (
        <>
          {views}
          <History kind={kind} onUndo={canMerge ? (uuid) => show({ view: 'history', undo: uuid }) : null} />
          <UndoMerge kind={kind} mergeUuid={params.get('undo')} onClose={() => show({ undo: null })} />
        </>
      ) : (
        <p>You don’t have access to duplicate management. Ask your firm’s administrator for access.</p>
      )}
    </section>
  );
}

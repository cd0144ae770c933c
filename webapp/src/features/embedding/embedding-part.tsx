import { IconPlus } from '@/components/icons';
import { PageLoader } from '@/components/page-loader';
import { LoadError } from '@/components/query-state';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { partnersQuery } from './api';
import { Integration } from './integration';
import { Keys } from './keys';
import { PartnerDetails } from './partner-details';
import { PartnerPanel } from './partner-panel';
import { Sessions } from './sessions';
import { Webhooks } from './webhooks';
import classes from './embedding.module.css';

/** Settings section for partners whose sites embed widgets. The partner and the panel are in the URL. */
export function EmbeddingPart() {
  useDocumentTitle('Embedding');
  const isAllowed = useCan('embedSessions', 'read');
  const canWrite = useCan('embedSessions', 'write');
  const { data, error, refetch } = useQuery({ ...partnersQuery, enabled: isAllowed });
  const [params, setParams] = useSearchParams();
  const changeParams = (change: Record<string, string | null>, replace = false) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(change))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace },
    );

  if (!isAllowed) return <p className={classes.part}>You don’t have access to embedding.</p>;
  if (error)
    return (
      <div className={classes.part}>
        <LoadError subject="the partners" error={error} onRetry={refetch} />
      </div>
    );
  if (!data) return <PageLoader label="Loading partners" />;
  const open = data.find(({ uuid }) => uuid === params.get('partner')) ?? data[0];
  const panel = canWrite ? params.get('panel') : null;
  return (
    <section className={classes.part} aria-label="Embedding">
      <p className={classes.intro}>
        Show portal lists on partner websites. Add a partner and create a key for its backend.{' '}
        {open
          ? 'Give its developers the code below.'
          : 'The code for its developers appears here afterwards.'}
      </p>
      <div className={classes.tools}>
        {data.length > 1 && (
          <NativeSelect
            label="Partner"
            value={open?.uuid ?? ''}
            data={data.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={(event) => changeParams({ partner: event.currentTarget.value })}
          />
        )}
        {canWrite && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => changeParams({ panel: 'add' })}
          >
            Add partner
          </Button>
        )}
      </div>
      {open ? (
        <div key={open.uuid} className={classes.parts}>
          <PartnerDetails
            partner={open}
            onEdit={canWrite ? () => changeParams({ panel: 'edit' }) : undefined}
          />
          <Keys partner={open} canWrite={canWrite} />
          <Integration partner={open} canWrite={canWrite} />
          <Webhooks partner={open} canWrite={canWrite} />
          <Sessions partner={open} />
        </div>
      ) : (
        <p role="status">No partners yet.</p>
      )}
      <PartnerPanel
        opened={panel !== null}
        partner={panel === 'edit' ? open : undefined}
        onClose={() => changeParams({ panel: null }, true)}
        onSaved={(uuid) => changeParams({ partner: uuid, panel: null }, true)}
      />
    </section>
  );
}

import { DataTable } from '@/components/data-table';
import { Dialog } from '@/components/dialog';
import { formatTimestamp } from '@/lib/timestamp';
import { useSession } from '@/lib/session';
import { showFailure, showSuccess } from '@/lib/toast';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createKey, partnersQuery, revokeKey, type Partner, type PartnerKey } from './api';
import { copyText } from './copy-text';
import classes from './embedding.module.css';

/** Maximum number of valid keys per partner. Two allow replacing a key without downtime. */
const MAX_KEYS = 2;

interface KeysProps {
  partner: Partner;
  canWrite: boolean;
}

/** The valid keys of a partner's backend. A new key is shown once. */
export function Keys({ partner, canWrite }: KeysProps) {
  const { timeZone } = useSession().user;
  const queries = useQueryClient();
  const [revoked, setRevoked] = useState<PartnerKey | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: partnersQuery.queryKey });
  const create = useMutation({
    mutationFn: () => createKey(partner.uuid),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: changed,
  });
  const revoke = useMutation({
    mutationFn: (key: PartnerKey) => revokeKey(partner.uuid, key.uuid),
    onSuccess: () => showSuccess('Key revoked'),
    onError: (reason) => showFailure(undefined, reason),
    onSettled: () => {
      setRevoked(null);
      return changed();
    },
  });
  const isFull = partner.keys.length >= MAX_KEYS;
  return (
    <section aria-labelledby="partner-keys">
      <div className={classes.head}>
        <h2 id="partner-keys">Keys</h2>
        {canWrite && (
          <Button
            variant="default"
            size="compact-sm"
            loading={create.isPending}
            disabled={isFull}
            onClick={() => create.mutate()}
          >
            Create key
          </Button>
        )}
      </div>
      <p>
        The partner’s backend creates sessions with a key. Two keys can be active at once, so that you can
        replace one without an interruption.
        {isFull && canWrite && ' Revoke a key before you create another.'}
      </p>
      {partner.keys.length === 0 ? (
        <p role="status">No keys yet.</p>
      ) : (
        <DataTable caption="Keys" isCaptionHidden columns={['Key', 'Created', 'Last used', canWrite && '']}>
          {partner.keys.map((key) => (
            <tr key={key.uuid}>
              <th scope="row">…{key.ending}</th>
              <td>{formatTimestamp(key.createdAt, timeZone)}</td>
              <td>{key.lastUsedAt ? formatTimestamp(key.lastUsedAt, timeZone) : 'Never'}</td>
              {canWrite && (
                <td>
                  <Button
                    variant="subtle"
                    color="danger"
                    size="compact-sm"
                    aria-label={`Revoke the key ending in ${key.ending}`}
                    onClick={() => setRevoked(key)}
                  >
                    Revoke
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </DataTable>
      )}
      <Dialog
        title="New key"
        opened={create.data !== undefined}
        onClose={create.reset}
        cancelLabel="Done"
        action={{ label: 'Copy key', run: () => void copyText(create.data?.key ?? '', 'Key copied') }}
      >
        <TextInput
          label="Key"
          description="Copy it now. It is not shown again. Keep it on the partner’s server."
          value={create.data?.key ?? ''}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Dialog>
      <Dialog
        title="Revoke this key?"
        opened={revoked !== null}
        onClose={() => setRevoked(null)}
        action={{
          label: 'Revoke key',
          run: () => revoked && revoke.mutate(revoked),
          isRunning: revoke.isPending,
          isDestructive: true,
        }}
      >
        <p>
          The key ending in {revoked?.ending} stops working, and all widgets that were opened with it end.
          This cannot be undone.
        </p>
      </Dialog>
    </section>
  );
}

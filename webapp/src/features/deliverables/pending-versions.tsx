import { IconAlert } from '@/components/icons';
import { useCan } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { Timestamp } from '@/record/facts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Action, PendingVersion } from 'firmbook-wasm';
import { useRef } from 'react';
import classes from './pending-versions.module.css';

interface PendingVersionsProps {
  /** Newest first. */
  pending: readonly PendingVersion[];
  /** Retries a failed version. */
  onRetry: (documentId: string) => Promise<unknown>;
  failure: Action;
  /** Reloads the pending versions. */
  onSettled: () => Promise<unknown>;
}

/** Versions that are being generated or have failed. */
export function PendingVersions({ pending, onRetry, failure, onSettled }: PendingVersionsProps) {
  const canWrite = useCan('deliverables', 'write');
  const retry = useMutation({
    mutationFn: onRetry,
    onError: (reason) => showFailure(failure, reason),
    onSettled,
  });
  const list = useRef<HTMLUListElement>(null);
  const tryAgain = (documentId: string) => {
    // The pressed button disappears.
    list.current?.focus();
    retry.mutate(documentId);
  };
  return (
    <ul className={classes.pending} ref={list} tabIndex={-1} aria-label="Not generated yet">
      {pending.map(({ documentId, requestedAt, error }) => (
        <li key={documentId} data-failed={error !== null || undefined}>
          <div role="status">
            {error === null ? (
              <>
                <strong>Generating…</strong>
                <span className={classes.bar} />
              </>
            ) : (
              <>
                <strong>
                  <IconAlert size={16} aria-hidden /> Could not be generated
                </strong>
                <span>{error}</span>
              </>
            )}
            <span className={classes.requested}>
              Requested <Timestamp at={requestedAt} />
            </span>
          </div>
          {error !== null && canWrite && (
            <Button
              variant="default"
              size="compact-sm"
              loading={retry.isPending && retry.variables === documentId}
              onClick={() => tryAgain(documentId)}
            >
              Try again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

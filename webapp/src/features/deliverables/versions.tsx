import { DataTable, numeric } from '@/components/data-table';
import { QueryState, type LoadedQuery } from '@/components/query-state';
import { FileActions } from '@/features/documents/file-actions';
import { formatFileSize } from '@/lib/file-size';
import { ApiError } from '@/lib/http';
import { useCan, useSession } from '@/lib/session';
import { Timestamp } from '@/record/facts';
import type { StoredDeliverable } from 'firmbook-wasm';
import { useRef, type ReactNode } from 'react';
import type { useVersions } from './use-versions';
import classes from './deliverables.module.css';

const COLUMNS = ['Name', 'Generated on', 'By', numeric('Size'), 'Actions'];
const EMPTY = 'No versions yet.';

interface VersionsProps {
  /** The stored versions, newest first. */
  query: LoadedQuery<readonly StoredDeliverable[]>;
  actions: ReturnType<typeof useVersions>;
  /** List of pending versions. */
  pending?: ReactNode;
}

/** The stored versions of a document. Their values do not change. */
export function Versions({ query, actions: { open, remove }, pending }: VersionsProps) {
  const canWrite = useCan('deliverables', 'write');
  const isShared = useSession().permissions.scope === 'Shared';
  const part = useRef<HTMLElement>(null);
  const deleteVersion = (version: StoredDeliverable) => {
    // The pressed button disappears with its row.
    part.current?.focus();
    remove.mutate(version);
  };
  const isHidden = isShared && query.error instanceof ApiError && query.error.status === 404;
  const invitation = canWrite ? `${EMPTY} Generate a PDF to keep a copy with today’s values.` : EMPTY;
  return (
    <section className={classes.versions} ref={part} tabIndex={-1} aria-label="Versions">
      <h2>Versions</h2>
      {pending}
      {isHidden ? (
        <p className={classes.note}>The documents of this record are not shared with you.</p>
      ) : (
        <QueryState
          query={query}
          subject="the versions"
          className={classes.note}
          isEmpty={({ length }) => length === 0}
          empty={pending ? null : invitation}
        >
          {(stored) => (
            <DataTable className={classes.stored} caption="Versions" isCaptionHidden columns={COLUMNS}>
              {stored.map((version) => (
                <tr key={version.documentId}>
                  <th scope="row" className={classes.name} title={version.name}>
                    {version.name}
                  </th>
                  <td>
                    <Timestamp at={version.storeDate} />
                  </td>
                  <td>{version.storedBy ?? '-'}</td>
                  <td data-number>{formatFileSize(version.sizeBytes)}</td>
                  <td>
                    <FileActions
                      name={version.name}
                      isOpening={open.isPending && open.variables === version}
                      onOpen={() => open.mutate(version)}
                      isDeleting={remove.isPending && remove.variables === version}
                      onDelete={canWrite ? () => deleteVersion(version) : null}
                    />
                  </td>
                </tr>
              ))}
            </DataTable>
          )}
        </QueryState>
      )}
    </section>
  );
}

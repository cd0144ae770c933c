import { DataTable, numeric } from '@/components/data-table';
import { QueryState } from '@/components/query-state';
import { FileActions } from '@/features/documents/file-actions';
import { sizeOf } from '@/lib/file-size';
import { ApiError } from '@/lib/http';
import { useCan, useSession } from '@/lib/session';
import { Moment } from '@/record/facts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { versionsQuery, type BookSubject } from './api';
import { useVersions } from './use-versions';
import classes from './book.module.css';

const COLUMNS = ['Name', 'Generated on', 'By', numeric('Size'), 'Actions'];
const EMPTY = 'No versions yet.';

/** The stored versions of a book of business. Their values do not change. */
export function BookVersions({ subject }: { subject: BookSubject }) {
  const versions = useQuery(versionsQuery(subject));
  const { open, remove } = useVersions(subject);
  const canWrite = useCan('deliverables', 'write');
  const isShared = useSession().permissions.scope === 'Shared';
  const part = useRef<HTMLElement>(null);
  const deleteVersion = (version: Parameters<typeof remove.mutate>[0]) => {
    // The pressed button disappears with its row.
    part.current?.focus();
    remove.mutate(version);
  };
  const isHidden = isShared && versions.error instanceof ApiError && versions.error.status === 404;
  return (
    <section className={classes.versions} ref={part} tabIndex={-1} aria-label="Versions">
      <h2>Versions</h2>
      {isHidden ? (
        <p className={classes.note}>The documents of this record are not shared with you.</p>
      ) : (
        <QueryState
          query={versions}
          what="the versions"
          className={classes.note}
          isEmpty={({ length }) => length === 0}
          empty={canWrite ? `${EMPTY} Generate a PDF to keep a copy with today’s values.` : EMPTY}
        >
          {(stored) => (
            <DataTable caption="Versions" isCaptionHidden columns={COLUMNS}>
              {stored.map((version) => (
                <tr key={version.documentId}>
                  <th scope="row" className={classes.name} title={version.name}>
                    {version.name}
                  </th>
                  <td>
                    <Moment at={version.storeDate} />
                  </td>
                  <td>{version.storedBy ?? '-'}</td>
                  <td data-number>{sizeOf(version.sizeBytes)}</td>
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

import { DataTable, numeric } from '@/components/data-table';
import { IconCloudUp } from '@/components/icons';
import { QueryState } from '@/components/query-state';
import tables from '@/record/tab.module.css';
import { formatFileSize } from '@/lib/file-size';
import { ApiError } from '@/lib/http';
import type { RecordRef } from '@/lib/record-ref';
import { useSession } from '@/lib/session';
import { useFocusAfterDelete } from '@/lib/use-focus-after-delete';
import { Timestamp } from '@/record/facts';
import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Document } from 'firmbook-wasm';
import { useState, type DragEvent } from 'react';
import { documentsQuery, storageQuery } from './api';
import classes from './documents.module.css';
import { FileActions } from './file-actions';
import { useDocuments } from './use-documents';
import { isViewable } from './view-document';

const NONE: readonly Document[] = [];

const COLUMNS = ['Name', 'Kind', numeric('Size'), 'Added', 'By', 'Actions'];

interface DocumentsTabProps {
  record: RecordRef;
  canWrite: boolean;
}

/** Documents attached to a record. They can be uploaded by button or drag and drop, opened and deleted. */
export function DocumentsTab({ record, canWrite }: DocumentsTabProps) {
  const documents = useQuery(documentsQuery(record));
  const storage = useQuery({ ...storageQuery, enabled: canWrite }).data;
  const { isUploading, uploadAll, rejectedFiles, failedUploads, retryUploads, open, view, remove } =
    useDocuments(record);
  const { target, willDelete } = useFocusAfterDelete(documents.data ?? NONE);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    uploadAll([...event.dataTransfer.files]);
  };
  const deleteDocument = (document: Document) => {
    willDelete(document.uuid);
    remove.mutate(document);
  };
  const dropping = canWrite && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: drop,
  };
  const isShared = useSession().permissions.scope === 'Shared';
  if (isShared && documents.error instanceof ApiError && documents.error.status === 404) {
    return <p className={tables.muted}>The documents of this record are not shared with you.</p>;
  }
  return (
    <section className={classes.part} data-over={isOver || undefined} aria-label="Documents" {...dropping}>
      {canWrite && (
        <div className={classes.head}>
          <FileButton multiple onChange={uploadAll}>
            {(props) => (
              <Button
                {...props}
                ref={target}
                variant="default"
                loading={isUploading}
                leftSection={<IconCloudUp size={16} aria-hidden />}
              >
                Upload documents
              </Button>
            )}
          </FileButton>
          {failedUploads > 0 && !isUploading && (
            <Button variant="light" onClick={retryUploads}>
              {failedUploads === 1 ? 'Upload 1 file again' : `Upload ${failedUploads} files again`}
            </Button>
          )}
          <span className={tables.muted}>
            Or drop files here. Up to 25 MB each.
            {storage &&
              ` Your firm uses ${formatFileSize(storage.usedBytes)} of ${formatFileSize(storage.limitBytes)}.`}
          </span>
        </div>
      )}
      {rejectedFiles.length > 0 && (
        <div role="alert" className={classes.refusals}>
          <strong>
            {rejectedFiles.length === 1 ? '1 file was' : `${rejectedFiles.length} files were`} not uploaded
          </strong>
          <ul>
            {rejectedFiles.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <QueryState
        query={documents}
        subject="the documents"
        isEmpty={({ length }) => length === 0}
        empty="No documents yet."
      >
        {(stored) => (
          <DataTable caption="Documents" columns={COLUMNS}>
            {stored.map((document) => (
              <tr key={document.uuid}>
                <th scope="row" className={classes.name}>
                  {isViewable(document) ? (
                    <button
                      type="button"
                      title="Open in a new tab"
                      onClick={() => view.mutate(document)}
                      disabled={view.isPending && view.variables === document}
                    >
                      {document.name}
                    </button>
                  ) : (
                    document.name
                  )}
                </th>
                <td>{kindOf(document.mediaType)}</td>
                <td data-number>{formatFileSize(document.sizeBytes)}</td>
                <td>
                  <Timestamp at={document.storeDate} />
                </td>
                <td>{document.storedBy ?? '-'}</td>
                <td>
                  <FileActions
                    name={document.name}
                    isOpening={open.isPending && open.variables === document}
                    onOpen={() => open.mutate(document)}
                    isDeleting={remove.isPending && remove.variables === document}
                    onDelete={canWrite ? () => deleteDocument(document) : null}
                  />
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </QueryState>
    </section>
  );
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/, 'PDF'],
  [/^image\//, 'Picture'],
  [/^text\//, 'Text'],
  [/wordprocessing|rtf/, 'Text document'],
  [/spreadsheet/, 'Spreadsheet'],
  [/presentation/, 'Slides'],
  [/ole-storage/, 'Office document'],
  [/zip/, 'Archive'],
];

const kindOf = (mediaType: string) => KINDS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'File';

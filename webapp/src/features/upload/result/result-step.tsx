import '@mantine/core/styles/Progress.layer.css';
import { formatListUrl } from '@/list/state/list-url';
import { Timestamp } from '@/record/facts';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { Button, Progress } from '@mantine/core';
import type { Counts, FilterItem, Sort, Upload, UploadDetails } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import { isWorking } from '../api/calls';
import { useRejected, useUpdated } from '../api/use-rejected';
import { uploadKind, type UploadKind } from '../upload-kind';
import { CountsLine } from '../preview/counts-line';
import { Steps } from '../steps';
import classes from '../upload.module.css';
import { Conflicts } from './conflicts';
import { UndoDialog } from './undo-dialog';
import { Updated } from './updated';

/** Last step: progress and result of the import, with Undo. */
export function ResultStep({ details }: { details: UploadDetails }) {
  const { upload, conflicts, updated } = details;
  const { storageGuid, counts, state, undoUntil } = upload;
  const kind = uploadKind(upload.uploadType);
  const canWrite = useCan('importData', 'write');
  const [undoing, setUndoing] = useState<Upload | null>(null);
  const rejected = useRejected();
  const updatedRows = useUpdated();
  const hasUpdates = state === 'Done' && counts !== null && counts.update > 0;
  const notImported = counts ? counts.total - counts.new - counts.update : 0;
  return (
    <Steps
      title={upload.fileName}
      step={3}
      actions={
        <div className={classes.actions}>
          {state === 'Done' && undoUntil && canWrite && (
            <Button variant="default" onClick={() => setUndoing(upload)}>
              Undo the import
            </Button>
          )}
          <Button variant="default" component={Link} to={paths.uploads}>
            All uploads
          </Button>
          <Button component={Link} to={addedPath(upload, kind)}>
            {state === 'Done' && counts && counts.new > 0 ? `See the added ${kind.many}` : `All ${kind.many}`}
          </Button>
        </div>
      }
    >
      {isWorking(upload) ? (
        <InProgress details={details} />
      ) : (
        <div className={classes.outcome} role="status">
          <h2>{state === 'Undone' ? 'Undone' : `${rowsOf(counts)} imported`}</h2>
          {state === 'Undone' ? (
            <p>
              {upload.undoneAt && (
                <>
                  On <Timestamp at={upload.undoneAt} />.{' '}
                </>
              )}
              {conflicts.length === 0 && 'All changes were reverted.'}
            </p>
          ) : (
            <p>
              {upload.finishedAt && (
                <>
                  On <Timestamp at={upload.finishedAt} />.{' '}
                </>
              )}
              {undoUntil && (
                <>
                  You can undo the import until <Timestamp at={undoUntil} />.
                </>
              )}
            </p>
          )}
        </div>
      )}
      <UndoDialog upload={undoing} onClose={() => setUndoing(null)} />
      {counts && <CountsLine counts={counts} isUndone={state === 'Undone'} />}
      {(notImported > 0 || hasUpdates) && (
        <div className={classes.actions}>
          {hasUpdates && (
            <Button
              variant="default"
              loading={updatedRows.isPending}
              onClick={() => updatedRows.mutate(storageGuid)}
            >
              Download updated rows
            </Button>
          )}
          {notImported > 0 && (
            <Button
              variant="default"
              loading={rejected.isPending}
              onClick={() => rejected.mutate(storageGuid)}
            >
              Download rejected rows
            </Button>
          )}
        </div>
      )}
      {updated.length > 0 && <Updated records={updated} total={counts?.update ?? null} kind={kind} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} total={upload.conflictCount} kind={kind} />}
    </Steps>
  );
}

/** Returns the URL of the records added from this file, newest first, or of all records if there are none. */
function addedPath({ state, counts, fileName }: Upload, kind: UploadKind): string {
  if (state !== 'Done' || !counts || counts.new === 0) return kind.listPath;
  const filter: FilterItem[] = [{ column: 'sourceFile', op: 'eq', value: fileName }];
  const sort: Sort[] = [{ column: 'createdAt', direction: 'desc' }];
  return `${kind.listPath}${formatListUrl({ search: '', filter, sort }, new URLSearchParams())}`;
}

function rowsOf(counts: Counts | null): string {
  const count = counts ? counts.new + counts.update : 0;
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
}

function InProgress({ details: { upload } }: { details: UploadDetails }) {
  const { done = 0, total = 0 } = upload.progress ?? {};
  const label = upload.state === 'Undoing' ? 'Undoing the import' : 'Importing';
  return (
    <div className={classes.part}>
      <p role="status">
        {label}
        {total > 0 && `: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows`}…
      </p>
      <Progress.Root size="lg">
        <Progress.Section
          value={total > 0 ? Math.min(100, (done / total) * 100) : 100}
          animated={total === 0}
          aria-label={label}
        />
      </Progress.Root>
      <p className={classes.muted}>You can leave this page. You will be notified when it is done.</p>
    </div>
  );
}

import { numeric } from '@/components/data-table';
import { TablePage } from '@/components/table-page';
import { Timestamp } from '@/record/facts';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useHubEvent, usePollInterval } from '@/lib/hub-events';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from 'firmbook-wasm';
import { useState } from 'react';
import { Link } from 'react-router';
import { isSubmitted, isWorking, POLL_MS, uploadsQuery } from '../api/calls';
import { UndoDialog } from '../result/undo-dialog';
import { uploadKind } from '../upload-kind';
import { DeleteDraftDialog } from './delete-draft-dialog';
import { ImportMenu } from './import-menu';
import classes from '../upload.module.css';

const NOUNS = ['agent', 'owner', 'insured', 'policy', 'annuity'] as const;
const STATES: Record<Upload['state'], string> = {
  Mapping: 'Needs mapping',
  Preview: 'Ready to import',
  CountsChanged: 'Needs another preview',
  Submitted: 'Importing',
  Done: 'Imported',
  Failed: 'Failed',
  Undoing: 'Undoing',
  Undone: 'Undone',
};
const TONES: Partial<Record<Upload['state'], string>> = {
  CountsChanged: 'warning',
  Done: 'good',
  Failed: 'error',
};
type Shown = 'all' | 'drafts' | 'imports';
const SHOWN: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All uploads' },
  { value: 'imports', label: 'Imports' },
  { value: 'drafts', label: 'Drafts' },
];
const COLUMNS = [
  'File',
  'State',
  'Type',
  ...['New', 'Updated', 'Errors'].map(numeric),
  'Uploaded by',
  'Uploaded',
  'Undo until',
  '',
];

const EMPTY =
  'No imports yet. An import adds or updates agents, owners, insureds, policies or annuities from a spreadsheet, and can be undone for 30 days.';

const NO_FIRM = 'No firm is open. Open a firm under Operations to see its uploads.';

/** The uploads of the firm: in progress, and imported ones that can be undone. */
export function UploadsPage() {
  useDocumentTitle('Uploads');
  const isAllowed = useCan('importData', 'read');
  const hasFirm = useSession().user.firmId > 0;
  const canWrite = useCan('importData', 'write') && hasFirm;
  const canChange = {
    agent: canWrite,
    owner: canWrite,
    insured: canWrite,
    policy: useCan('allPolicies', 'write'),
    annuity: useCan('annuities', 'write'),
  };
  const pollInterval = usePollInterval(POLL_MS);
  const uploads = useQuery({
    ...uploadsQuery,
    enabled: isAllowed,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? pollInterval : false),
  });
  const { data, refetch } = uploads;
  const [undoing, setUndoing] = useState<Upload | null>(null);
  const [deleting, setDeleting] = useState<Upload | null>(null);
  const [shown, setShown] = useState<Shown>('all');
  const rows = data?.filter((upload) => shown === 'all' || isSubmitted(upload) === (shown === 'imports'));
  useHubEvent('JobProgress', ({ state }) => state !== 'Running' && void refetch());
  return (
    <>
      <TablePage
        crumbs={['People']}
        title="Uploads"
        total={rows?.length}
        isAllowed={isAllowed}
        tools={
          <>
            <NativeSelect
              aria-label="Show uploads"
              value={shown}
              data={SHOWN}
              onChange={(event) => setShown(event.currentTarget.value as Shown)}
            />
            {canWrite && <ImportMenu nouns={NOUNS.filter((noun) => canChange[noun])} />}
          </>
        }
        query={uploads}
        isEmpty={rows?.length === 0}
        empty={!hasFirm ? NO_FIRM : shown === 'drafts' ? 'No drafts.' : EMPTY}
        columns={COLUMNS}
      >
        {rows?.map((upload) => (
          <tr key={upload.storageGuid}>
            <th scope="row">
              <Link to={paths.upload(upload.storageGuid)}>{upload.fileName}</Link>
            </th>
            <td>
              <span className={classes.tag} data-tone={TONES[upload.state]}>
                {STATES[upload.state]}
              </span>
            </td>
            <td>{capitalized(uploadKind(upload.uploadType).many)}</td>
            <Numbers upload={upload} />
            <td>{upload.createdBy}</td>
            <td>
              <Timestamp at={upload.createdAt} />
            </td>
            <td>{upload.undoUntil ? <Timestamp at={upload.undoUntil} /> : '-'}</td>
            <td>
              {canWrite && upload.undoUntil && upload.state === 'Done' && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Undo the import of ${upload.fileName}`}
                  onClick={() => setUndoing(upload)}
                >
                  Undo
                </Button>
              )}
              {canWrite && !isSubmitted(upload) && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Delete the draft ${upload.fileName}`}
                  onClick={() => setDeleting(upload)}
                >
                  Delete
                </Button>
              )}
            </td>
          </tr>
        ))}
      </TablePage>
      <UndoDialog upload={undoing} onClose={() => setUndoing(null)} />
      <DeleteDraftDialog upload={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const Numbers = ({ upload: { counts } }: { upload: Upload }) =>
  [counts?.new, counts?.update, counts?.error].map((count, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- three cells in fixed order
    <td key={i} data-number>
      {count?.toLocaleString('en-US') ?? '-'}
    </td>
  ));

import { numeric } from '@/components/data-table';
import { TablePage } from '@/components/table-page';
import { Moment } from '@/record/facts';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useLive, useLookAgain } from '@/lib/live';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from 'firmbook-wasm';
import { Link } from 'react-router';
import { isWorking, LOOK_AGAIN_MS, uploadsQuery } from '../api/calls';
import { useUndo } from '../api/use-undo';
import classes from '../upload.module.css';

const KINDS = ['', 'Agents', 'Owners', 'Insureds'];
const STATES: Record<Upload['state'], string> = {
  Mapping: 'Needs mapping',
  Preview: 'Previewed',
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
const COLUMNS = [
  'File',
  'State',
  'Of',
  ...['New', 'Updated', 'Errors'].map(numeric),
  'By',
  'On',
  'Undo until',
  '',
];

/** The uploads of the firm: in progress, and imported ones that can be undone. */
export function UploadsPage() {
  useDocumentTitle('Uploads');
  const isAllowed = useCan('importData', 'read');
  const canWrite = useCan('importData', 'write');
  const again = useLookAgain(LOOK_AGAIN_MS);
  const uploads = useQuery({
    ...uploadsQuery,
    enabled: isAllowed,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? again : false),
  });
  const { data, refetch } = uploads;
  const undo = useUndo();
  useLive('JobProgress', ({ state }) => state !== 'Running' && void refetch());
  return (
    <TablePage
      crumbs={['People']}
      title="Uploads"
      total={data?.length}
      isAllowed={isAllowed}
      tools={
        canWrite &&
        (['agent', 'owner', 'insured'] as const).map((noun) => (
          <Button key={noun} variant="default" component={Link} to={paths.newUpload(noun)}>
            Import {noun}s
          </Button>
        ))
      }
      query={uploads}
      isEmpty={data?.length === 0}
      empty="No imports yet. Imports can be undone for 30 days."
      columns={COLUMNS}
    >
      {data?.map((upload) => (
        <tr key={upload.storageGuid}>
          <th scope="row">
            <Link to={paths.upload(upload.storageGuid)}>{upload.fileName}</Link>
          </th>
          <td>
            <span className={classes.tag} data-tone={TONES[upload.state]}>
              {STATES[upload.state]}
            </span>
          </td>
          <td>{KINDS[upload.uploadType]}</td>
          <Numbers upload={upload} />
          <td>{upload.createdBy}</td>
          <td>
            <Moment at={upload.createdAt} />
          </td>
          <td>{upload.undoUntil ? <Moment at={upload.undoUntil} /> : '-'}</td>
          <td>
            {canWrite && upload.undoUntil && upload.state === 'Done' && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Undo the import of ${upload.fileName}`}
                loading={undo.isPending && undo.variables === upload.storageGuid}
                onClick={() => undo.mutate(upload.storageGuid)}
              >
                Undo
              </Button>
            )}
          </td>
        </tr>
      ))}
    </TablePage>
  );
}

const Numbers = ({ upload: { counts } }: { upload: Upload }) =>
  [counts?.new, counts?.update, counts?.error].map((count, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- three cells in fixed order
    <td key={i} data-number>
      {count?.toLocaleString('en-US') ?? '-'}
    </td>
  ));

import { TablePage } from '@/components/table-page';
import { Moment } from '@/features/record/facts';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useLive } from '@/lib/live';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from 'firmbook-wasm';
import { Link } from 'react-router';
import { isWorking, uploadsQuery } from '../api/calls';
import { useUndo } from '../api/use-undo';

const KINDS = ['', 'Agents', 'Owners', 'Insureds'];
const STATES: Record<Upload['state'], string> = {
  Mapping: 'Columns to be mapped',
  Preview: 'Previewed',
  CountsChanged: 'To be looked at again',
  Submitted: 'Being imported',
  Done: 'Imported',
  Failed: 'Failed',
  Undoing: 'Being taken back',
  Undone: 'Taken back',
};
const COLUMNS = ['File', 'Of', 'State', 'New', 'Updated', 'Errors', 'By', 'On', 'Undo until', ''];

/** Files that were uploaded: those under way, and those that can be taken back. */
export function UploadsPage() {
  useDocumentTitle('Uploads');
  const isAllowed = useCan('importData', 'read');
  const canWrite = useCan('importData', 'write');
  const { data, error, refetch } = useQuery({ ...uploadsQuery, enabled: isAllowed });
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
      error={error}
      isLoading={!data}
      onRetry={() => void refetch()}
      isEmpty={data?.length === 0}
      nothing="Nothing was uploaded yet. Files of agents, owners and insureds are imported here, and can be taken back for 30 days."
      columns={COLUMNS}
      numbers={[3, 4, 5]}
    >
      {data?.map((upload) => (
        <tr key={upload.storageGuid}>
          <th scope="row">
            <Link to={paths.upload(upload.storageGuid)}>{upload.fileName}</Link>
          </th>
          <td>{KINDS[upload.uploadType]}</td>
          <td>{STATES[upload.state]}</td>
          <Numbers upload={upload} />
          <td>{upload.createdBy}</td>
          <td>
            <Moment at={upload.createdAt} />
          </td>
          <td>{upload.undoUntil ? <Moment at={upload.undoUntil} /> : '-'}</td>
          <td>
            {canWrite && upload.undoUntil && upload.state === 'Done' && !isWorking(upload) && (
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
    // oxlint-disable-next-line react/no-array-index-key -- three cells that never move
    <td key={i} data-number>
      {count?.toLocaleString('en-US') ?? '-'}
    </td>
  ));

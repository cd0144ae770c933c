import { LoadFailedPage, NoAccessPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { SwitchFirm } from '@/components/switch-firm';
import { RecordDeleted } from '@/record/record-deleted';
import { useRecordChanges } from '@/record/use-record-changes';
import { ApiError } from '@/lib/http';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { contractQuery } from '../api/get-contract';
import { valueOf } from '../fields';
import { linesOfBusiness, type ContractNoun, type LineOfBusiness } from '../lines-of-business';
import { personPath } from '../list/person-cell';
import { ContractRecordView } from './contract-record-view';
import { RecordSkeleton } from '@/record/record-skeleton';

/** The page of a policy or annuity. */
export function ContractRecordPage({ line: noun }: { line: ContractNoun }) {
  const line = linesOfBusiness[noun];
  const { uuid = '' } = useParams();
  const [params] = useSearchParams();
  const isAllowed = useCan(line.feature, 'read');
  const { data: record, error, refetch } = useQuery({ ...contractQuery(line, uuid), enabled: isAllowed });
  const deletedBy = useRecordChanges({
    kind: noun,
    uuid,
    queryKeys: [
      contractQuery(line, uuid).queryKey,
      ['guidelines', uuid],
      ['gifts', uuid],
      ['transactions', uuid],
      ['documents', line.record(uuid)],
      ['activity', line.record(uuid)],
    ],
  });
  useDocumentTitle(record ? String(valueOf(record.contract, line.number)) : line.title);

  const status = error instanceof ApiError ? error.status : null;
  if (!isAllowed || status === 403) return <NoAccess line={line} />;
  if (status === 404 || status === 400) return <NotFound line={line} />;
  if (deletedBy)
    return (
      <RecordDeleted noun={noun} deletedBy={deletedBy} list={line.listPath} listLabel={`All ${line.list}`} />
    );
  const person = record && personPath(record.parties, params);
  if (person) return <Navigate to={person} replace />;
  if (record) return <ContractRecordView key={uuid} line={line} record={record} />;
  if (!error) {
    return (
      <RecordSkeleton
        crumbs={['Business', { label: line.title, to: line.listPath }]}
        label={`Loading ${line.noun}`}
      />
    );
  }
  return <LoadFailedPage subject={`the ${line.noun}`} error={error} onRetry={refetch} />;
}

function NotFound({ line }: { line: LineOfBusiness }) {
  const { firmName } = useSession().user;
  return (
    <PageMessage
      title={`No such ${line.noun}`}
      text={`${firmName} has no ${line.noun} at this address. The record may have been deleted or belong to another firm.`}
      action={
        <>
          <Button component={Link} to={line.listPath}>
            All {line.list}
          </Button>
          <SwitchFirm />
        </>
      }
    />
  );
}

const NoAccess = ({ line }: { line: LineOfBusiness }) => <NoAccessPage noun={line.list} />;

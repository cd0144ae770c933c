import { LoadFailedPage, NoAccessPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { SwitchFirm } from '@/components/switch-firm';
import { contactKinds } from '@/lib/contact-kinds';
import { ApiError } from '@/lib/http';
import { paths } from '@/lib/paths';
import type { RecordRef } from '@/lib/record-ref';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { RecordDeleted } from '@/record/record-deleted';
import { RecordSkeleton } from '@/record/record-skeleton';
import { useRecordChanges } from '@/record/use-record-changes';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { trustQuery } from '../api/calls';
import { CRUMBS } from './crumbs';
import { TrustView } from './trust-view';

/** The page of a trust. */
export function TrustPage() {
  const { uuid = '' } = useParams();
  const isAllowed = useCan('trusts', 'read');
  const { data: trust, error, refetch } = useQuery({ ...trustQuery(uuid), enabled: isAllowed });
  const owner: RecordRef = { path: contactKinds.owner.record, values: { uuid } };
  // A trust is an owner, so its changes are announced as changes to the owner.
  const deletedBy = useRecordChanges({
    kind: 'owner',
    uuid,
    queryKeys: [
      // Also covers the trust's letters.
      trustQuery(uuid).queryKey,
      ['list', 'premiumGifts', 'trust', uuid],
      ['documents', owner],
      ['activity', owner],
    ],
  });
  useDocumentTitle(trust?.name ?? 'Trust');

  if (!isAllowed || hasStatus(error, 403)) {
    return <NoAccessPage noun="trusts" />;
  }
  if (hasStatus(error, 404, 400)) return <NotFound />;
  if (deletedBy)
    return <RecordDeleted noun="trust" deletedBy={deletedBy} list={paths.trusts} listLabel="All trusts" />;
  if (trust) return <TrustView key={uuid} trust={trust} />;
  if (!error) return <RecordSkeleton crumbs={CRUMBS} label="Loading trust" />;
  return <LoadFailedPage subject="the trust" error={error} onRetry={refetch} />;
}

const hasStatus = (error: Error | null, ...codes: number[]) =>
  error instanceof ApiError && codes.includes(error.status);

function NotFound() {
  const { firmName } = useSession().user;
  return (
    <PageMessage
      title="No such trust"
      text={`${firmName} has no trust at this address. The trust may have been deleted or changed to another owner type.`}
      action={
        <>
          <Button component={Link} to={paths.trusts}>
            All trusts
          </Button>
          <SwitchFirm />
        </>
      }
    />
  );
}

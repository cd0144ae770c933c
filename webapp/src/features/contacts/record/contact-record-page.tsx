import { LoadFailedPage, NoAccessPage } from '@/components/dead-end-pages';
import { PageMessage } from '@/components/page-message';
import { SwitchFirm } from '@/components/switch-firm';
import { RecordDeleted } from '@/record/record-deleted';
import { RecordSkeleton } from '@/record/record-skeleton';
import { useRecordChanges } from '@/record/use-record-changes';
import { ApiError } from '@/lib/http';
import type { RecordRef } from '@/lib/record-ref';
import { useCan, useSession } from '@/lib/session';
import { showSuccess } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName, type ContactRecord } from 'firmbook-wasm';
import { useEffect } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { contactQuery } from '../api/get-contact';
import { contactKinds, type ContactKindConfig, type ContactNoun } from '@/lib/contact-kinds';
import { ContactRecordView } from './contact-record-view';

/** The page of an agent, owner or insured. */
export function ContactRecordPage({ kind: noun }: { kind: ContactNoun }) {
  const kind = contactKinds[noun];
  const { uuid = '' } = useParams();
  const isAllowed = useCan('contacts', 'read');
  const { data: record, error, refetch } = useQuery({ ...contactQuery(kind, uuid), enabled: isAllowed });
  const own: RecordRef = { path: kind.record, values: { uuid } };
  const deletedBy = useRecordChanges({
    kind: noun,
    uuid,
    queryKeys: [
      contactQuery(kind, uuid).queryKey,
      ['list', 'policies'],
      ['list', 'annuities'],
      ['documents', own],
      ['book', uuid],
      ['bestInterest', uuid],
      ['activity', own],
    ],
  });
  useDocumentTitle(record ? fullName(record.person) : capitalized(kind.singular));

  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isAllowed || (error instanceof ApiError && error.status === 403)) return <NoAccess kind={kind} />;
  if (isMissing) return <NotFound kind={kind} />;
  if (deletedBy) {
    return (
      <RecordDeleted
        noun={kind.singular}
        deletedBy={deletedBy}
        list={kind.listPath}
        listLabel={`All ${kind.plural.toLowerCase()}`}
      />
    );
  }
  // The server redirects from a merged contact.
  if (record && record.uuid !== uuid) return <MergedRedirect kind={kind} record={record} />;
  if (record) return <ContactRecordView key={uuid} kind={kind} record={record} />;
  if (!error) {
    return (
      <RecordSkeleton
        crumbs={['People', { label: kind.plural, to: kind.listPath }]}
        label={`Loading ${kind.singular}`}
      />
    );
  }
  return <LoadFailedPage subject={`the ${kind.singular}`} error={error} onRetry={refetch} />;
}

/** Redirects from a merged contact to the record it was merged into. */
function MergedRedirect({ kind, record }: { kind: ContactKindConfig; record: ContactRecord }) {
  useEffect(
    () => showSuccess(`This ${kind.singular} was merged into ${fullName(record.person)}`),
    [kind, record],
  );
  return <Navigate to={kind.path(record.uuid)} replace />;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function NotFound({ kind }: { kind: ContactKindConfig }) {
  const { firmName } = useSession().user;
  return (
    <PageMessage
      title={`No such ${kind.singular}`}
      text={`${firmName} has no ${kind.singular} at this address. The record may have been deleted or belong to another firm.`}
      action={
        <>
          <ToList kind={kind} />
          <SwitchFirm />
        </>
      }
    />
  );
}

const NoAccess = ({ kind }: { kind: ContactKindConfig }) => <NoAccessPage noun={kind.plural.toLowerCase()} />;

const ToList = ({ kind }: { kind: ContactKindConfig }) => (
  <Button component={Link} to={kind.listPath}>
    All {kind.plural.toLowerCase()}
  </Button>
);

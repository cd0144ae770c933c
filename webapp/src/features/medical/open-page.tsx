import { DueDay } from '@/components/due-day';
import { TablePage } from '@/components/table-page';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { SearchBox } from '@/list/search-box';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { medicalChoices } from 'firmbook-later';
import type { OpenRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { openRequestsQuery } from './api/medical';

const PAGE = 50;
const START = ['Insured', 'Status', 'Next step', 'Due'];
const CONFIDENTIAL = ['Provider', 'Type'];

/**
 * The open medical requests of the firm, drafts too. Providers and types are medical data, so they are shown only
 * after the user has selected a reason.
 */
export function OpenRequestsPage() {
  useDocumentTitle('Medical requests');
  const isAllowed = useCan('insuredMedical', 'read');
  const canWrite = useCan('insuredMedical', 'write');
  const { needs, reasons } = medicalChoices();
  const [params, setParams] = useSearchParams();
  const [reason, setReason] = useState('');
  const search = params.get('q') ?? '';
  const need = params.get('need') ?? '';
  const offset = Math.max(0, Number(params.get('offset')) || 0);
  const requests = useQuery({ ...openRequestsQuery({ search, need, offset, reason }), enabled: isAllowed });
  const { items = [], total } = requests.data ?? {};
  const show = (change: Record<string, string>) => {
    const next = { q: search, need, ...change };
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), { replace: true });
  };
  const goToOffset = (next: number) => show({ offset: next > 0 ? String(next) : '' });
  const hasMore = total !== undefined && offset + PAGE < total;
  return (
    <TablePage
      crumbs={['People']}
      title="Medical requests"
      total={total}
      isAllowed={isAllowed}
      tools={
        <>
          <SearchBox label="Search insureds" value={search} onSearch={(q) => show({ q })} />
          <NativeSelect
            aria-label="Requests to show"
            size="xs"
            value={need}
            data={[{ value: '', label: 'All open requests' }, ...needs.map(optionOf)]}
            onChange={({ currentTarget }) => show({ need: currentTarget.value })}
          />
          <NativeSelect
            aria-label="Reason to show providers and types"
            size="xs"
            title="Each view of medical data is recorded with your name, the time and your reason."
            value={reason}
            data={[{ value: '', label: 'Hide providers and types' }, ...reasons.map(reasonOf)]}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {(offset > 0 || hasMore) && (
            <>
              <Button
                variant="default"
                size="xs"
                disabled={offset === 0}
                onClick={() => goToOffset(offset - PAGE)}
              >
                Earlier
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={!hasMore}
                onClick={() => goToOffset(offset + PAGE)}
              >
                Later
              </Button>
            </>
          )}
        </>
      }
      query={requests}
      isEmpty={items.length === 0}
      empty={
        search || need
          ? 'No medical requests found.'
          : 'No open medical requests. Open an insured to add a request.'
      }
      columns={[...START, ...(reason ? CONFIDENTIAL : []), 'Actions']}
    >
      {items.map((request) => (
        <RequestRow key={request.uuid} request={request} isOpened={reason !== ''} canWrite={canWrite} />
      ))}
    </TablePage>
  );
}

interface RequestRowProps {
  request: OpenRequest;
  /** Whether medical data is shown. */
  isOpened: boolean;
  canWrite: boolean;
}

function RequestRow({ request, isOpened, canWrite }: RequestRowProps) {
  const { uuid, insuredUuid, insuredName, state, stateLabel, workLabel, day } = request;
  const tab = `${paths.insured(insuredUuid)}?tab=medical`;
  const edit = request.hasAuthorization ? 'Edit draft' : 'Add authorization';
  return (
    <tr>
      <th scope="row">
        <Link to={tab}>{insuredName}</Link>
      </th>
      <td>{stateLabel}</td>
      <td>{workLabel ?? '-'}</td>
      <td>{day ? <DueDay day={day} /> : '-'}</td>
      {isOpened && (
        <>
          <td>{request.provider ?? '-'}</td>
          <td>{request.requestTypeLabel ?? '-'}</td>
        </>
      )}
      <td>
        {canWrite && state === 'Draft' && (
          <Button
            component={Link}
            to={`${tab}&request=${uuid}`}
            variant="default"
            size="compact-sm"
            aria-label={`${edit} of ${insuredName}`}
          >
            {edit}
          </Button>
        )}
      </td>
    </tr>
  );
}

const optionOf = ({ code, label }: { code: string; label: string }) => ({ value: code, label });
const reasonOf = ({ code, label }: { code: string; label: string }) => ({
  value: code,
  label: `Show providers: ${label.toLowerCase()}`,
});

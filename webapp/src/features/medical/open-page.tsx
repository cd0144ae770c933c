import { DueDay } from '@/components/due-day';
import { StatusDot } from '@/components/status';
import { TablePage } from '@/components/table-page';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { useModule } from '@/lib/use-module';
import { SearchBox } from '@/list/search-box';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { medicalChoices } from 'firmbook-later';
import type { OpenRequest } from 'firmbook-wasm';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { openRequestsQuery } from './api/medical';

const PAGE = 50;
const START = ['Insured', 'Next step', 'Due', 'Status'];
const CONFIDENTIAL = ['Provider', 'Type'];
const loadReasonDialog = () => import('./reason-dialog');

/**
 * The open medical requests of the firm, drafts too. Providers and types are medical data, so they are shown only
 * after the user has selected a reason.
 */
export function OpenRequestsPage() {
  useDocumentTitle('Medical requests');
  const isAllowed = useCan('insuredMedical', 'read');
  const canWrite = useCan('insuredMedical', 'write');
  const { needs } = medicalChoices();
  const [params, setParams] = useSearchParams();
  const [reason, setReason] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const ReasonDialog = useModule(loadReasonDialog, isAsking)?.ReasonDialog;
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
          <Button variant="default" size="xs" onClick={() => (reason ? setReason('') : setIsAsking(true))}>
            {reason ? 'Hide providers' : 'Show providers…'}
          </Button>
          {ReasonDialog && (
            <ReasonDialog opened={isAsking} onClose={() => setIsAsking(false)} onChoose={setReason} />
          )}
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
      columns={[...START, ...(reason ? CONFIDENTIAL : [])]}
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
  const { insuredUuid, insuredName, state, stateLabel, workLabel, day } = request;
  return (
    <tr>
      <th scope="row">
        <Link to={tabOf(insuredUuid)}>{insuredName}</Link>
      </th>
      <td>
        <NextStep request={request} canWrite={canWrite} />
      </td>
      <td>{day ? <DueDay day={day} /> : '-'}</td>
      <td>
        <StatusDot code={state} label={stateLabel} tone={workLabel ? 'alert' : 'open'} />
      </td>
      {isOpened && (
        <>
          <td>{request.provider ?? '-'}</td>
          <td>{request.requestTypeLabel ?? '-'}</td>
        </>
      )}
    </tr>
  );
}

/** The next step of a request, as a link to its form if the user can do it. */
function NextStep({ request, canWrite }: Pick<RequestRowProps, 'request' | 'canWrite'>) {
  const { uuid, insuredUuid, insuredName, hasAuthorization } = request;
  const draftStep = hasAuthorization ? 'Edit draft' : 'Add authorization';
  const step = request.state === 'Draft' ? draftStep : request.workLabel;
  if (!step) return '-';
  if (!canWrite) return step;
  return (
    <Button
      component={Link}
      to={`${tabOf(insuredUuid)}&request=${uuid}`}
      variant="default"
      size="compact-sm"
      aria-label={`${step}: ${insuredName}`}
    >
      {step}
    </Button>
  );
}

const tabOf = (insuredUuid: string) => `${paths.insured(insuredUuid)}?tab=medical`;
const optionOf = ({ code, label }: { code: string; label: string }) => ({ value: code, label });

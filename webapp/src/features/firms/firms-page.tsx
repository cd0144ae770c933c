import { withHubDisconnected } from '@/lib/hub-events';
import { enterAccount } from '@/lib/enter-account';
import { numeric } from '@/components/data-table';
import { TablePage } from '@/components/table-page';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { formatCount } from '@/list/grid/format-cell';
import { SearchBox } from '@/list/search-box';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { firmsQuery, openFirmAsGuest, type FirmEntry } from './api';
import classes from './firms-page.module.css';
import { useLeaveFirm } from './use-leave-firm';

const MAX_FIRMS = 200;
const NUMBERS = ['# Users', 'User Limit', '# Contacts', 'Document Limit'];
const COLUMNS = ['Name', 'Status', ...NUMBERS.map(numeric), ''];

/** All firms on the platform, for staff, with their number of users and a button to open each. */
export function FirmsPage() {
  useDocumentTitle('Firms');
  const isAllowed = useCan('firms', 'read');
  const { firmId, adminUserType } = useSession().user;
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const firms = useQuery({ ...firmsQuery(text), enabled: isAllowed });
  const opening = useMutation({
    mutationFn: (firm: FirmEntry) => withHubDisconnected(() => openFirmAsGuest(firm.firmId)),
    onSuccess: () => enterAccount(paths.home),
    onError: (reason) => showFailure(undefined, reason),
  });
  const leaving = useLeaveFirm();
  const search = (next: string) => setParams(next ? { q: next } : {}, { replace: true });
  const list = firms.data ?? [];

  return (
    <TablePage
      crumbs={['Operations']}
      title="Firms"
      total={firms.data && (list.length < MAX_FIRMS ? list.length : undefined)}
      isAllowed={isAllowed}
      tools={<SearchBox label="Search firms" value={text} onSearch={search} />}
      query={firms}
      empty={text ? 'No firms found.' : 'No firms yet.'}
      note={list.length === MAX_FIRMS ? `The first ${MAX_FIRMS}: search to see others.` : undefined}
      columns={COLUMNS}
      isEmpty={list.length === 0}
    >
      {list.map((firm) => (
        <tr key={firm.firmId} aria-current={firm.firmId === firmId || undefined}>
          <th scope="row">{firm.name}</th>
          <td>{[firm.isActive ? 'Active' : 'Inactive', firm.isDemo && 'demo'].filter(Boolean).join(', ')}</td>
          <td data-number>{formatCount(firm.userCount)}</td>
          <td data-number>{limit(firm.userLimit)}</td>
          <td data-number>{formatCount(firm.contactCount)}</td>
          <td data-number>{limit(firm.documentLimit)}</td>
          <td>
            {firm.firmId === firmId ? (
              <span className={classes.open}>
                <strong>Open now</strong>
                {adminUserType !== null && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={leaving.isPending || leaving.isSuccess}
                    onClick={() => leaving.mutate()}
                  >
                    Leave firm
                  </Button>
                )}
              </span>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                disabled={!firm.isActive}
                title={firm.isActive ? undefined : 'An inactive firm cannot be opened.'}
                aria-label={`Open ${firm.name}`}
                loading={opening.isPending && opening.variables.firmId === firm.firmId}
                onClick={() => opening.mutate(firm)}
              >
                Open
              </Button>
            )}
          </td>
        </tr>
      ))}
    </TablePage>
  );
}

const limit = (count: number | null) => (count === null ? 'None' : formatCount(count));

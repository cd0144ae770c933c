import { withHubDisconnected } from '@/lib/hub-events';
import { enterAccount } from '@/lib/enter-account';
import { ActiveStatus, numeric } from '@/components/data-table';
import { RowName, TablePage } from '@/components/table-page';
import { paths } from '@/lib/paths';
import { useCan, useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { formatCount } from '@/list/grid/format-cell';
import { SearchBox } from '@/list/search-box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { firmsQuery, openFirmAsGuest, type FirmEntry } from './api';
import classes from './firms-page.module.css';

const MAX_FIRMS = 200;
const NUMBERS = ['# Users', 'User Limit', '# Contacts', 'Document Limit'];
const COLUMNS = ['Name', 'Status', ...NUMBERS.map(numeric)];

/** All firms on the platform, for staff, with their number of users. The name of a firm opens it. */
export function FirmsPage() {
  useDocumentTitle('Firms');
  const isAllowed = useCan('firms', 'read');
  const { firmId } = useSession().user;
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const firms = useQuery({ ...firmsQuery(text), enabled: isAllowed });
  const opening = useMutation({
    mutationFn: (firm: FirmEntry) => withHubDisconnected(() => openFirmAsGuest(firm.firmId)),
    onSuccess: () => enterAccount(paths.home),
    onError: (reason) => showFailure(undefined, reason),
  });
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
          <th scope="row">
            {firm.isActive && firm.firmId !== firmId ? (
              <RowName
                aria-label={`Open ${firm.name}`}
                aria-busy={opening.isPending && opening.variables.firmId === firm.firmId}
                onClick={() => opening.isPending || opening.mutate(firm)}
              >
                {firm.name}
              </RowName>
            ) : (
              firm.name
            )}
          </th>
          <td>
            <ActiveStatus isActive={firm.isActive} />
            {firm.isDemo && <span className={classes.tag}>Demo</span>}
            {firm.firmId === firmId && <span className={classes.tag}>Open now</span>}
          </td>
          <td data-number>{formatCount(firm.userCount)}</td>
          <td data-number>{limit(firm.userLimit)}</td>
          <td data-number>{formatCount(firm.contactCount)}</td>
          <td data-number>{limit(firm.documentLimit)}</td>
        </tr>
      ))}
    </TablePage>
  );
}

const limit = (count: number | null) => (count === null ? 'None' : formatCount(count));

import { numeric } from '@/components/data-table';
import { TablePage } from '@/components/table-page';
import { carriersQuery } from '@/features/contracts/api/carriers';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { SearchBox } from '@/list/search-box';
import { useQuery } from '@tanstack/react-query';
import { formatPhone, matchesSearch, type Carrier } from 'firmbook-wasm';
import { useSearchParams } from 'react-router';

/** Insurance carriers: reference data shared by all firms, shown to staff. */
export function CarriersPage() {
  useDocumentTitle('Carriers');
  const isAllowed = useCan('carriers', 'read');
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const carriers = useQuery({ ...carriersQuery, enabled: isAllowed });
  const search = (next: string) => setParams(next ? { q: next } : {}, { replace: true });
  const list = (carriers.data ?? []).filter((carrier) => matches(carrier, text));
  return (
    <TablePage
      crumbs={['Operations']}
      title="Carriers"
      total={carriers.data && list.length}
      isAllowed={isAllowed}
      tools={<SearchBox label="Search carriers" value={text} onSearch={search} />}
      query={carriers}
      empty={text ? 'No carriers found.' : 'No carriers yet.'}
      columns={['Name', 'Short Name', 'NAIC Code', 'AM Best', numeric('Comdex'), 'Phone', 'Fax']}
      isPlain
      isEmpty={list.length === 0}
    >
      {list.map(({ uuid, name, shortName, naicCode, amBestRating, comdex, phone, fax }) => (
        <tr key={uuid}>
          <th scope="row">{name}</th>
          <td>{shortName}</td>
          <td>{naicCode}</td>
          <td>{amBestRating ?? '-'}</td>
          <td data-number>{comdex ?? '-'}</td>
          <td>{phone ? formatPhone(phone) : '-'}</td>
          <td>{fax ? formatPhone(fax) : '-'}</td>
        </tr>
      ))}
    </TablePage>
  );
}

/** Searches in memory, because all carriers are loaded. */
function matches({ name, shortName, naicCode }: Carrier, text: string): boolean {
  return matchesSearch(`${name} ${shortName} ${naicCode}`, text);
}

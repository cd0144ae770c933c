import { DueDay } from '@/components/due-day';
import { TablePage } from '@/components/table-page';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { dueQuery } from './api/medical';

const PAGE = 50;
const COLUMNS = ['Insured', 'Work', 'Due', 'Request'];

/** Medical requests of the firm with letters to send or follow-ups that are due. Shows no medical data. */
export function MedicalDuePage() {
  useDocumentTitle('Medical requests');
  const isAllowed = useCan('insuredMedical', 'read');
  const [params, setParams] = useSearchParams();
  const offset = Math.max(0, Number(params.get('offset')) || 0);
  const due = useQuery({ ...dueQuery(offset), enabled: isAllowed });
  const { items = [], total } = due.data ?? {};
  const show = (next: number) => setParams(next > 0 ? { offset: String(next) } : {});
  const hasMore = total !== undefined && offset + PAGE < total;
  return (
    <TablePage
      crumbs={['People']}
      title="Medical requests"
      total={total}
      isAllowed={isAllowed}
      tools={
        (offset > 0 || hasMore) && (
          <>
            <Button variant="default" disabled={offset === 0} onClick={() => show(offset - PAGE)}>
              Earlier
            </Button>
            <Button variant="default" disabled={!hasMore} onClick={() => show(offset + PAGE)}>
              Later
            </Button>
          </>
        )
      }
      query={due}
      isEmpty={items.length === 0}
      empty="Nothing due. Open an insured to add a medical request."
      columns={COLUMNS}
    >
      {items.map(({ uuid, insuredUuid, insuredName, workLabel, day, stateLabel }) => (
        <tr key={uuid}>
          <th scope="row">
            <Link to={`${paths.insured(insuredUuid)}?tab=medical`}>{insuredName}</Link>
          </th>
          <td>{workLabel}</td>
          <td>
            <DueDay day={day} />
          </td>
          <td>{stateLabel}</td>
        </tr>
      ))}
    </TablePage>
  );
}

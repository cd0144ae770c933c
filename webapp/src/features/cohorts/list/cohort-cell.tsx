import type { CellRenderer } from '@/list/grid/grid-row';
import { formatCount } from '@/list/grid/format-cell';
import { useQuery } from '@tanstack/react-query';
import { cohortQuery } from '../api/calls';

/** The number of contacts of a rule is kept nowhere: it is asked for as its row is shown. */
export const renderCohortCell: CellRenderer = (column, { uuid, contactCount }) =>
  column.key === 'contactCount' && contactCount === null ? <RuleCount key={uuid} uuid={uuid} /> : null;

function RuleCount({ uuid }: { uuid: string }) {
  const { data, isPending } = useQuery(cohortQuery(uuid));
  if (isPending) return '…';
  const count = data?.contactCount ?? null;
  return count === null ? '-' : formatCount(count);
}

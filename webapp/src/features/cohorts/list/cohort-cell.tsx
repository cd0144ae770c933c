import type { CellRenderer } from '@/list/grid/grid-row';
import { formatCount } from '@/list/grid/format-cell';
import { useQuery } from '@tanstack/react-query';
import { contactCountQuery } from '../api/calls';

/** Loads the contact count of a rule-based cohort on demand, because the count is not stored. */
export const renderCohortCell: CellRenderer = (column, { uuid, contactCount }) =>
  column.key === 'contactCount' && contactCount === null ? <RuleCount key={uuid} uuid={uuid} /> : null;

function RuleCount({ uuid }: { uuid: string }) {
  const { data: count = null, isPending } = useQuery(contactCountQuery(uuid));
  if (isPending) return '…';
  return count === null ? '-' : formatCount(count);
}

import { StatusDot } from '@/components/status';
import { paths } from '@/lib/paths';
import { CellLink } from '@/list/grid/cell-link';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';
import { ReviewDay } from '../view/review-due';

/** Links the owner, and marks the status and reviews that are due. */
export const renderFormCell: CellRenderer = (column, row) => {
  const value = row[column.key];
  if (value === null || value === undefined) return null;
  switch (column.key) {
    case 'owner':
      return <CellLink to={paths.owner(String(row.ownerId))} text={String(value)} />;
    case 'status':
      return <StatusDot code={String(value)} label={formatCell(column, value)} />;
    case 'reviewDue':
      return <ReviewDay day={String(value)} />;
    default:
      return null;
  }
};

import { StatusDot } from '@/components/status';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';
import { ReviewDay } from '../view/review-due';

/** Marks the status and reviews that are due. */
export const renderFormCell: CellRenderer = (column, row) => {
  const value = row[column.key];
  if (value === null || value === undefined) return null;
  switch (column.key) {
    case 'status':
      return <StatusDot code={String(value)} label={formatCell(column, value)} />;
    case 'reviewDue':
      return <ReviewDay day={String(value)} />;
    default:
      return null;
  }
};

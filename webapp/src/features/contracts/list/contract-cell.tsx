import { StatusDot } from '@/components/status';
import { CellLink } from '@/list/grid/cell-link';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';
import { contractPath } from '../api/contract-of-row';

/** Links the contract of a row, and marks its status. */
export const renderContractCell: CellRenderer = (column, row) => {
  const value = row[column.key];
  if (value === null || value === undefined) return null;
  switch (column.key) {
    case 'contractNumber':
      return <CellLink to={contractPath(row)} text={String(value)} />;
    case 'contractStatus':
      return <StatusDot code={String(value)} label={formatCell(column, value)} />;
    default:
      return null;
  }
};

import { StatusDot } from '@/components/status';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';

/** Colors of the states that need attention or none. The others are open. */
const TONES: Readonly<Record<string, string>> = {
  Overdue: 'late',
  WindowOver: 'ready',
  PremiumPaid: 'good',
};

/** Marks the status of a gift. */
export const renderGiftCell: CellRenderer = (column, row) => {
  if (column.key !== 'state') return null;
  const code = String(row.state);
  return <StatusDot code={code} label={formatCell(column, code)} tone={TONES[code] ?? 'open'} />;
};

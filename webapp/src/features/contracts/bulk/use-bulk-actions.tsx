import { IconDownload, IconRefresh, IconUsers } from '@/components/icons';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { useExport } from '@/list/data/use-export';
import type { SelectionAction } from '@/list/selection-bar';
import type { ListSource, Row } from '@/list/types';
import type { FilterCondition, ListQuery } from 'firmbook-wasm';
import { useState, type ReactNode } from 'react';
import type { LineOfContract } from '../lines';

const loadStatus = () => import('./bulk-status');
const loadAttach = () => import('./bulk-attach');

interface Selected {
  what: 'status' | 'attach';
  uuids: readonly string[];
  opened: boolean;
}

/** What can be done to selected contracts, and the open dialog. */
export function useBulkActions(
  line: LineOfContract,
  source: ListSource,
): { actions: SelectionAction[]; dialog: ReactNode } {
  const exporting = useExport(source);
  const canExport = useCan('exportData', 'write');
  const canWrite = useCan(line.feature, 'write');
  const canAttach = useCan('contacts', 'write') && canWrite;
  const [selected, setSelected] = useState<Selected | null>(null);
  const Status = useModule(loadStatus, selected?.what === 'status')?.BulkStatus;
  const Attach = useModule(loadAttach, selected?.what === 'attach')?.BulkAttach;
  const actions: SelectionAction[] = [];
  const add = (what: Selected['what'], label: string, icon: ReactNode) =>
    actions.push({
      label,
      icon,
      run: async (rows) => setSelected({ what, uuids: rows.map(({ uuid }) => uuid), opened: true }),
    });
  if (canWrite) add('status', 'Change status', <IconRefresh size={16} aria-hidden />);
  if (canAttach) add('attach', 'Attach or reassign', <IconUsers size={16} aria-hidden />);
  if (canExport)
    actions.push({
      label: 'Export',
      icon: <IconDownload size={16} aria-hidden />,
      isRunning: exporting.bytes !== null,
      run: (rows, asked) => exporting.start(withNumbers(line, asked, rows)),
      runAll: (asked) => exporting.start(asked),
    });

  const Open = selected?.what === 'status' ? Status : Attach;
  const close = () => setSelected((before) => before && { ...before, opened: false });
  const dialog = selected && Open && (
    <Open
      key={selected.uuids.join()}
      line={line}
      uuids={selected.uuids}
      opened={selected.opened}
      onClose={close}
    />
  );
  return { actions, dialog };
}

/** Values that one condition can have. */
const MAX_VALUES = 200;

/** Limits a query to the contract numbers of the rows. */
function withNumbers(line: LineOfContract, asked: ListQuery, rows: readonly Row[]): ListQuery {
  const numbers = rows.map((row) => String(row[line.number]));
  const any: FilterCondition[] = [];
  for (let from = 0; from < numbers.length; from += MAX_VALUES)
    any.push({ column: line.number, op: 'in', value: numbers.slice(from, from + MAX_VALUES) });
  return { ...asked, filter: [...(asked.filter ?? []), { any }] };
}

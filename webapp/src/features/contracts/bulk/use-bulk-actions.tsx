import { IconCoin, IconPencil, IconRefresh, IconUsers } from '@/components/icons';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import type { SelectionAction } from '@/list/selection-bar';
import type { Row } from '@/list/types';
import type { ListQuery, PartySlice } from 'firmbook-wasm';
import { useState, type ReactNode } from 'react';
import { limitToParty } from '../api/contract-source';
import type { LineOfBusiness } from '../lines-of-business';
import { MAX_CONTRACTS, MAX_EDITED_CONTRACTS } from './limits';

const loadStatus = () => import('./bulk-status');
const loadField = () => import('./bulk-field');
const loadPaid = () => import('./bulk-paid');
const loadAttach = () => import('./bulk-attach');

interface Selected {
  action: 'status' | 'field' | 'paid' | 'attach';
  contracts: ListQuery;
  count: number;
  opened: boolean;
}

/** Returns the actions on selected contracts, and the open dialog. */
export function useBulkActions(
  line: LineOfBusiness,
  party: PartySlice | null,
): { actions: SelectionAction[]; dialog: ReactNode } {
  const canWrite = useCan(line.feature, 'write');
  const canAttach = useCan('contacts', 'write') && canWrite;
  const [selected, setSelected] = useState<Selected | null>(null);
  const Status = useModule(loadStatus, selected?.action === 'status')?.BulkStatus;
  const Field = useModule(loadField, selected?.action === 'field')?.BulkField;
  const Paid = useModule(loadPaid, selected?.action === 'paid')?.BulkPaid;
  const Attach = useModule(loadAttach, selected?.action === 'attach')?.BulkAttach;
  const open = (action: Selected['action'], contracts: ListQuery, count: number) =>
    setSelected({ action, contracts, count, opened: true });
  const ofRows = (action: Selected['action']) => async (rows: Row[]) =>
    open(action, { rowUuids: rows.map(({ uuid }) => uuid) }, rows.length);
  const ofQuery = (action: Selected['action']) => async (query: ListQuery, total: number) =>
    open(action, limitToParty(party, query), total);

  const actions: SelectionAction[] = [];
  if (canWrite) {
    actions.push(
      {
        label: 'Change status',
        icon: <IconRefresh size={16} aria-hidden />,
        run: ofRows('status'),
        runAll: ofQuery('status'),
        limit: MAX_EDITED_CONTRACTS,
      },
      {
        label: 'Edit field',
        icon: <IconPencil size={16} aria-hidden />,
        run: ofRows('field'),
        runAll: ofQuery('field'),
        limit: MAX_EDITED_CONTRACTS,
      },
    );
  }
  if (canWrite && line.noun === 'policy') {
    actions.push({
      label: 'Mark premium paid',
      icon: <IconCoin size={16} aria-hidden />,
      run: ofRows('paid'),
      runAll: ofQuery('paid'),
      limit: MAX_EDITED_CONTRACTS,
    });
  }
  if (canAttach) {
    actions.push({
      label: 'Attach or reassign',
      icon: <IconUsers size={16} aria-hidden />,
      run: ofRows('attach'),
      limit: MAX_CONTRACTS,
    });
  }

  const close = () => setSelected((before) => before && { ...before, opened: false });
  const Open = selected && { status: Status, field: Field, paid: Paid, attach: Attach }[selected.action];
  const dialog = selected && Open && (
    <Open
      key={JSON.stringify([selected.action, selected.contracts])}
      line={line}
      onClose={close}
      {...selected}
    />
  );
  return { actions, dialog };
}

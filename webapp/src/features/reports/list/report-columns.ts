import { reportTotals } from 'firmbook-later';
import type { ColumnDescriptor, ColumnType, ListDefinition } from 'firmbook-wasm';
import { totalColumn, type ReportKindConfig } from '../kinds';

const column = (key: string, defaultLabel: string, columnType: ColumnType): ColumnDescriptor => ({
  key,
  defaultLabel,
  columnType,
  choices: [],
  canFilter: false,
  canSort: true,
  hasTotal: false,
  isDefault: true,
  operators: [],
  feature: null,
  isCustom: false,
});

const hidden = (one: ColumnDescriptor): ColumnDescriptor => ({ ...one, isDefault: false });

/** Defines the list of reports of one type: name, the type's totals, owner and details. */
export const reportsTable = (kind: ReportKindConfig): ListDefinition => ({
  list: kind.list,
  columns: [
    column('name', 'Name', 'text'),
    column('state', 'Totals', 'text'),
    ...reportTotals(kind.type).flatMap((key) => {
      const total = totalColumn(key);
      return total ? [{ ...total, canFilter: false, hasTotal: false, operators: [], isDefault: true }] : [];
    }),
    column('ownerName', 'Owner', 'text'),
    column('sharedCount', 'Shared With', 'integer'),
    column('subscriptionCount', 'Subscribers', 'integer'),
    column('updatedAt', 'Last Changed', 'timestamp'),
    column('description', 'Description', 'text'),
    hidden(column('lastOpenedAt', 'Last Opened', 'timestamp')),
    hidden(column('createdAt', 'Created', 'timestamp')),
  ],
  defaultSort: { column: 'name', direction: 'asc' },
});

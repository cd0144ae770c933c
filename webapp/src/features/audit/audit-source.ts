import { call, download } from '@/lib/http';
import type { ListSource } from '@/list/types';
import { listDefinition, type ListQuery } from 'firmbook-wasm';

/** Requests all columns, because an opened entry shows all of them. */
const everything = () => listDefinition('auditLog').columns.map((column) => column.key);

const whole = (query: ListQuery): ListQuery => ({ ...query, selectColumns: everything() });

export const auditSource: ListSource = {
  list: 'auditLog',
  key: ['auditLog'],
  api: {
    search: (query, signal) => call('POST', 'AuditLog/search', { body: whole(query), signal }),
    exportRows: (body, format, signal) =>
      download('POST', 'AuditLog/export', { query: { format }, body, signal }),
  },
};

/** Loads an entry by uuid. Returns null if it does not exist. */
export async function findEntry(uuid: string, signal: AbortSignal) {
  const filter = [{ column: 'entryId', op: 'eq' as const, value: uuid }];
  const { items } = await auditSource.api.search({ filter, limit: { offset: 0, rowCount: 1 } }, signal);
  return items[0] ?? null;
}

import { call, callForResponse } from '@/lib/http';
import type { ListSource, RowPage } from '@/list/types';
import { listDefinition, type ListQuery } from 'firmbook-wasm';

/** Every column: an entry that is opened shows all of it. */
const everything = () => listDefinition('auditLog').columns.map((column) => column.key);

const whole = (query: ListQuery): ListQuery => ({ ...query, selectColumns: everything() });

/** The list calls of the audit log. */
export const auditSource: ListSource = {
  list: 'auditLog',
  key: ['auditLog'],
  api: {
    search: (query, signal) => call<RowPage>('POST', 'AuditLog/search', { body: whole(query), signal }),
    exportCsv: (body, signal) => callForResponse('POST', 'AuditLog/export', { body, signal }),
  },
};

/** One entry by its uuid; none when there is no such entry any more. */
export async function findEntry(uuid: string, signal: AbortSignal) {
  const filter = [{ column: 'entryId', op: 'eq' as const, value: uuid }];
  const { items } = await auditSource.api.search({ filter, limit: { offset: 0, rowCount: 1 } }, signal);
  return items[0] ?? null;
}

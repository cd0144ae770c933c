import { listSource } from '@/list/list-source';

/** Requests all columns, because an opened entry shows all of them. */
export const auditSource = listSource('auditLog', 'AuditLog', 'all');

/** Loads an entry by uuid. Returns null if it does not exist. */
export async function findEntry(uuid: string, signal: AbortSignal) {
  const filter = [{ column: 'entryId', op: 'eq' as const, value: uuid }];
  const { items } = await auditSource.api.search({ filter, limit: { offset: 0, rowCount: 1 } }, signal);
  return items[0] ?? null;
}

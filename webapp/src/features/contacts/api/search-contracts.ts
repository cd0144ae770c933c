import { call } from '@/lib/http';
import { listDefinition } from 'firmbook-wasm';
import type { ContractList } from './contracts-source';

/** A contract in the search results. */
export interface FoundContract {
  uuid: string;
  list: ContractList;
  number: string;
  status: string;
  carrier: string;
  /** The insured of a policy or the owner of an annuity. */
  person: string;
}

const CALLS = {
  policies: { path: 'allpolicy/search', number: 'policyNumber', person: 'insured' },
  annuities: { path: 'allannuity/search', number: 'contractNumber', person: 'owner' },
} as const;

/** Returns the first `rowCount` matching contracts. */
export async function searchContracts(
  list: ContractList,
  searchText: string,
  rowCount: number,
  signal: AbortSignal,
): Promise<FoundContract[]> {
  const { path, number, person } = CALLS[list];
  const selectColumns = [number, 'status', 'carrier', person];
  const body = { searchText, selectColumns, limit: { offset: 0, rowCount } };
  const page = await call('POST', path, { body, signal });
  const statuses = listDefinition(list).columns.find((column) => column.key === 'status')?.choices ?? [];
  return page.items.map((row) => ({
    uuid: row.uuid,
    list,
    number: String(row[number] ?? ''),
    status: statuses.find((choice) => choice.code === row.status)?.label ?? String(row.status ?? ''),
    carrier: String(row.carrier ?? ''),
    person: String(row[person] ?? ''),
  }));
}

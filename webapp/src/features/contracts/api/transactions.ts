import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { TransactionInput } from 'firmbook-wasm';
import type { ContractOf } from './beneficiaries';

export const transactionsQuery = ({ line, uuid }: ContractOf) =>
  queryOptions({
    queryKey: ['transactions', uuid],
    queryFn: ({ signal }) => {
      const { path, values } = line.record(uuid);
      return call('GET', `${path}/transactions`, { path: values, signal });
    },
  });

/** `key` is the idempotency key. */
export function addTransaction({ line, uuid }: ContractOf, body: TransactionInput, key: string) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/transactions`, { path: values, body, idempotencyKey: key });
}

export function changeTransaction(
  { line, uuid }: ContractOf,
  transactionUuid: string,
  body: TransactionInput,
) {
  const { path, values } = line.record(uuid);
  return call('PUT', `${path}/transactions/{transactionUuid}`, {
    path: { ...values, transactionUuid },
    body,
  });
}

export function deleteTransaction({ line, uuid }: ContractOf, transactionUuid: string, version: number) {
  const { path, values } = line.record(uuid);
  return call('DELETE', `${path}/transactions/{transactionUuid}`, {
    path: { ...values, transactionUuid },
    query: { version },
  });
}

export function restoreTransaction({ line, uuid }: ContractOf, transactionUuid: string) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/transactions/{transactionUuid}/restore`, {
    path: { ...values, transactionUuid },
  });
}

import { call } from '@/lib/http';
import { queryOptions } from '@tanstack/react-query';
import type { Annuity, ContractRecord, Policy, Rider } from 'firmbook-wasm';
import type { LineOfBusiness } from '../lines-of-business';

/** The fields of a contract, which depend on its line. */
export type Terms = Policy | Annuity;
export type AnyRecord = ContractRecord<Policy> | ContractRecord<Annuity>;

/** The edited contract. */
export interface Draft {
  terms: Terms;
  riders: Rider[];
}

export function contractQuery(line: LineOfBusiness, uuid: string) {
  const { path, values } = line.record(uuid);
  return queryOptions({
    queryKey: ['contract', line.noun, uuid],
    queryFn: ({ signal }): Promise<AnyRecord> => call('GET', path, { path: values, signal }),
  });
}

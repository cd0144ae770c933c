import type { ApiPath, PathValues } from './api';

interface Ref<P extends ApiPath<'GET'>> {
  path: P;
  values: PathValues<'GET', P>;
}

export type ContactRef =
  Ref<'FirmAgent/agent/{uuid}'> | Ref<'FirmOwner/owner/{uuid}'> | Ref<'FirmInsured/insured/{uuid}'>;

export type ContractRef = Ref<'allpolicy/{policyUuid}'> | Ref<'allannuity/{annuityUuid}'>;

/** API path of a record with the values of its parameters. The record's other paths start with this path. */
export type RecordRef = ContactRef | ContractRef;

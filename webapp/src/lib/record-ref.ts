import type { ApiPath, PathValues } from './api';

interface Ref<P extends ApiPath<'GET'>> {
  path: P;
  values: PathValues<'GET', P>;
}

export type ContactRef =
  Ref<'FirmAgent/agent/{uuid}'> | Ref<'FirmOwner/owner/{uuid}'> | Ref<'FirmInsured/insured/{uuid}'>;

export type ContractRef = Ref<'allpolicy/{policyUuid}'> | Ref<'allannuity/{annuityUuid}'>;

/** The API path of a record and the values of its parameters. Other paths of the record start with it. */
export type RecordRef = ContactRef | ContractRef;

import { call } from '@/lib/http';
import type { BeneficiaryInput } from 'firmbook-wasm';
import type { LineOfBusiness } from '../lines-of-business';

/** A contract with its line. */
export interface ContractOf {
  line: LineOfBusiness;
  uuid: string;
}

/** `key` is the idempotency key. */
export function addBeneficiary({ line, uuid }: ContractOf, body: BeneficiaryInput, key: string) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/beneficiary`, { path: values, body, idempotencyKey: key });
}

export function changeBeneficiary(
  { line, uuid }: ContractOf,
  beneficiaryUuid: string,
  body: BeneficiaryInput,
) {
  const { path, values } = line.record(uuid);
  return call('PUT', `${path}/beneficiary/{beneficiaryUuid}`, {
    path: { ...values, beneficiaryUuid },
    body,
  });
}

export function deleteBeneficiary({ line, uuid }: ContractOf, beneficiaryUuid: string, version: number) {
  const { path, values } = line.record(uuid);
  return call('DELETE', `${path}/beneficiary/{beneficiaryUuid}`, {
    path: { ...values, beneficiaryUuid },
    query: { version },
  });
}

export function restoreBeneficiary({ line, uuid }: ContractOf, beneficiaryUuid: string) {
  const { path, values } = line.record(uuid);
  return call('POST', `${path}/beneficiary/{beneficiaryUuid}/restore`, {
    path: { ...values, beneficiaryUuid },
  });
}

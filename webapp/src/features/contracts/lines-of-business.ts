import { paths } from '@/lib/paths';
import type { ContractRef } from '@/lib/record-ref';
import type { Action, Feature } from 'firmbook-wasm';

export type ContractNoun = 'policy' | 'annuity';

/** Differences between policies and annuities. */
export interface LineOfBusiness {
  noun: ContractNoun;
  list: 'policies' | 'annuities';
  /** First segment of the API paths. */
  resource: 'allpolicy' | 'allannuity';
  record: (uuid: string) => ContractRef;
  feature: Feature;
  /** Key of the column with the contract number. */
  number: 'policyNumber' | 'contractNumber';
  title: string;
  /** Actions in the error catalog. */
  failures: { add: Action; update: Action; delete: Action };
  about: string;
  path: (uuid: string) => string;
  listPath: string;
}

export const linesOfBusiness: Record<ContractNoun, LineOfBusiness> = {
  policy: {
    noun: 'policy',
    list: 'policies',
    resource: 'allpolicy',
    record: (policyUuid) => ({ path: 'allpolicy/{policyUuid}', values: { policyUuid } }),
    feature: 'allPolicies',
    number: 'policyNumber',
    title: 'Life policies',
    failures: {
      add: 'addPolicy',
      update: 'updatePolicy',
      delete: 'deletePolicy',
    },
    about: 'Life policies of your firm, with their values and parties.',
    path: paths.policy,
    listPath: paths.policies,
  },
  annuity: {
    noun: 'annuity',
    list: 'annuities',
    resource: 'allannuity',
    record: (annuityUuid) => ({ path: 'allannuity/{annuityUuid}', values: { annuityUuid } }),
    feature: 'annuities',
    number: 'contractNumber',
    title: 'Annuities',
    failures: {
      add: 'addAnnuity',
      update: 'updateAnnuity',
      delete: 'deleteAnnuity',
    },
    about: 'Annuities of your firm, with their values and parties.',
    path: paths.annuity,
    listPath: paths.annuities,
  },
};

/** Returns a count with its noun: `1 policy`, `12 policies`. */
export const formatContractCount = ({ noun, list }: LineOfBusiness, count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : list}`;

import { paths } from '@/lib/paths';
import type { ContactRef } from '@/lib/record-ref';
import type { ContactKind, ListName } from 'firmbook-wasm';

export type ContactNoun = 'agent' | 'owner' | 'insured';

/** Differences between agents, owners and insureds. */
export interface ContactKindConfig {
  noun: ContactNoun;
  type: ContactKind;
  list: ListName;
  /** First segment of the API paths. */
  resource: 'FirmAgent' | 'FirmOwner' | 'FirmInsured';
  /** API path of a record. */
  record: ContactRef['path'];
  /** API path for calls that change a record. */
  firmRecord:
    | 'FirmAgent/{firmId}/agent/{uuid}'
    | 'FirmOwner/{firmId}/owner/{uuid}'
    | 'FirmInsured/{firmId}/insured/{uuid}';
  singular: string;
  plural: string;
  /** Suffix of the actions in the error catalog: `addAgent`, `attachAgent`. */
  action: 'Agent' | 'Owner' | 'Insured';
  about: string;
  path: (uuid: string) => string;
  listPath: string;
}

export const contactKinds: Record<ContactNoun, ContactKindConfig> = {
  agent: {
    noun: 'agent',
    type: 1,
    list: 'agents',
    resource: 'FirmAgent',
    record: 'FirmAgent/agent/{uuid}',
    firmRecord: 'FirmAgent/{firmId}/agent/{uuid}',
    singular: 'agent',
    plural: 'Agents',
    action: 'Agent',
    about: 'People who sell and service your firm’s contracts, with their in-force totals.',
    path: paths.agent,
    listPath: paths.agents,
  },
  owner: {
    noun: 'owner',
    type: 2,
    list: 'owners',
    resource: 'FirmOwner',
    record: 'FirmOwner/owner/{uuid}',
    firmRecord: 'FirmOwner/{firmId}/owner/{uuid}',
    singular: 'owner',
    plural: 'Owners',
    action: 'Owner',
    about: 'People, trusts and companies that own policies and annuities.',
    path: paths.owner,
    listPath: paths.owners,
  },
  insured: {
    noun: 'insured',
    type: 3,
    list: 'insureds',
    resource: 'FirmInsured',
    record: 'FirmInsured/insured/{uuid}',
    firmRecord: 'FirmInsured/{firmId}/insured/{uuid}',
    singular: 'insured',
    plural: 'Insureds',
    action: 'Insured',
    about: 'People insured by your firm’s policies.',
    path: paths.insured,
    listPath: paths.insureds,
  },
};

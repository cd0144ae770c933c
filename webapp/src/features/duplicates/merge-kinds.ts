import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import type { Schemas } from '@/lib/api';
import { call } from '@/lib/http';
import type { Action } from 'firmbook-wasm';

export type AffectedContact = Schemas['AffectedContact'];
export type AffectedContracts = Schemas['AffectedContracts'];
export type AffectedUser = Schemas['AffectedUser'];
export type MergeDone = Schemas['MergeDone'];
export type MergeEntry = Schemas['MergeEntry'];
export type MergeHistory = Schemas['MergeHistory'];
export type MergeProblem = Schemas['MergeProblem'];
export type MergeTarget = Schemas['MergeTarget'];
export type UnmergePreview = Schemas['UnmergePreview'];
export type UnmergeTarget = Schemas['UnmergeTarget'];

export type MergeNoun = 'agent' | 'owner';

/** API calls for the duplicates of one kind of contact. The kinds differ only in field names. */
export interface MergeKind {
  contact: ContactKindConfig;
  failures: { merge: Action; undo: Action };
  contacts: (uuids: string[], signal: AbortSignal) => Promise<AffectedContact[]>;
  contracts: (uuids: string[], signal: AbortSignal) => Promise<AffectedContracts>;
  users: (uuids: string[], signal: AbortSignal) => Promise<AffectedUser[]>;
  problems: (target: MergeTarget, uuids: string[], signal: AbortSignal) => Promise<MergeProblem[]>;
  merge: (target: MergeTarget, uuids: string[], key: string) => Promise<MergeDone>;
  history: (offset: number, signal: AbortSignal) => Promise<MergeHistory>;
  preview: (mergeUuid: string, signal?: AbortSignal) => Promise<UnmergePreview>;
  undo: (mergeUuid: string, target: UnmergeTarget, contractUuids: string[]) => Promise<MergeDone>;
}

export const mergeKinds: Record<MergeNoun, MergeKind> = {
  agent: {
    contact: contactKinds.agent,
    failures: { merge: 'mergeAgents', undo: 'unmergeAgents' },
    contacts: (firmAgentsIds, signal) =>
      call('POST', 'AgentResolution/AffectedAgents', { body: { firmAgentsIds }, signal }),
    contracts: (firmAgentsIds, signal) =>
      call('POST', 'AgentResolution/AffectedPolicies', { body: { firmAgentsIds }, signal }),
    users: (firmAgentsIds, signal) =>
      call('POST', 'AgentResolution/AffectedUsers', { body: { firmAgentsIds }, signal }),
    problems: (agentData, firmAgentsIds, signal) =>
      call('POST', 'AgentResolution/CanResolve', { body: { agentData, firmAgentsIds }, signal }),
    merge: (agentData, firmAgentsIds, idempotencyKey) =>
      call('POST', 'AgentResolution', { body: { agentData, firmAgentsIds }, idempotencyKey }),
    history: (offset, signal) => call('GET', 'AgentResolution/history', { query: { offset }, signal }),
    preview: (mergeUuid, signal) =>
      call('GET', 'AgentResolution/{mergeUuid}/Unresolve', { path: { mergeUuid }, signal }),
    undo: (mergeUuid, agentData, policyAgentIds) =>
      call('POST', 'AgentResolution/{mergeUuid}/Unresolve', {
        path: { mergeUuid },
        body: { agentData, policyAgentIds },
      }),
  },
  owner: {
    contact: contactKinds.owner,
    failures: { merge: 'mergeOwners', undo: 'unmergeOwners' },
    contacts: (firmOwnersIds, signal) =>
      call('POST', 'OwnerResolution/AffectedOwners', { body: { firmOwnersIds }, signal }),
    contracts: (firmOwnersIds, signal) =>
      call('POST', 'OwnerResolution/AffectedPolicies', { body: { firmOwnersIds }, signal }),
    users: (firmOwnersIds, signal) =>
      call('POST', 'OwnerResolution/AffectedUsers', { body: { firmOwnersIds }, signal }),
    problems: (ownerData, firmOwnersIds, signal) =>
      call('POST', 'OwnerResolution/CanResolve', { body: { ownerData, firmOwnersIds }, signal }),
    merge: (ownerData, firmOwnersIds, idempotencyKey) =>
      call('POST', 'OwnerResolution', { body: { ownerData, firmOwnersIds }, idempotencyKey }),
    history: (offset, signal) => call('GET', 'OwnerResolution/history', { query: { offset }, signal }),
    preview: (mergeUuid, signal) =>
      call('GET', 'OwnerResolution/{mergeUuid}/Unresolve', { path: { mergeUuid }, signal }),
    undo: (mergeUuid, ownerData, policyOwnerIds) =>
      call('POST', 'OwnerResolution/{mergeUuid}/Unresolve', {
        path: { mergeUuid },
        body: { ownerData, policyOwnerIds },
      }),
  },
};

/** Returns the kind named in the URL. Defaults to agents. */
export const mergeKindOf = (noun: string | null): MergeKind =>
  noun === 'owner' ? mergeKinds.owner : mergeKinds.agent;

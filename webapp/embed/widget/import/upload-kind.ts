import type { Schemas } from '@/lib/api';
import type { UploadType } from 'firmbook-embed-import';

type Scope = Schemas['EmbedScope'];

/** Records that a file can contain. */
export interface UploadKind {
  type: UploadType;
  label: string;
}

export const KINDS: Record<Scope, UploadKind> = {
  importAgents: { type: 1, label: 'Agents' },
  importOwners: { type: 2, label: 'Owners' },
  importInsureds: { type: 3, label: 'Insureds' },
  importPolicies: { type: 4, label: 'Life policies' },
  importAnnuities: { type: 5, label: 'Annuities' },
};

/** Returns the records that the scopes allow to import. */
export const kindsOf = (scopes: readonly Scope[]): UploadKind[] => scopes.map((scope) => KINDS[scope]);

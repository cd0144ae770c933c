import { contactKinds, type ContactNoun } from '@/lib/contact-kinds';
import { paths } from '@/lib/paths';
import type { Feature, UploadType } from 'firmbook-wasm';

export type UploadNoun = ContactNoun | 'policy' | 'annuity';

/** Differences between files of contacts and of contracts. */
export interface UploadKind {
  noun: UploadNoun;
  type: UploadType;
  /** Plural noun, in lower case. */
  many: string;
  path: (uuid: string) => string;
  listPath: string;
  /** Feature that requires write access, in addition to imports. */
  feature: Feature;
  isContract: boolean;
}

const ofContact = (noun: ContactNoun): UploadKind => {
  const { type, plural, path, listPath } = contactKinds[noun];
  return { noun, type, many: plural.toLowerCase(), path, listPath, feature: 'importData', isContract: false };
};

export const uploadKinds: Record<UploadNoun, UploadKind> = {
  agent: ofContact('agent'),
  owner: ofContact('owner'),
  insured: ofContact('insured'),
  policy: {
    noun: 'policy',
    type: 4,
    many: 'policies',
    path: paths.policy,
    listPath: paths.policies,
    feature: 'allPolicies',
    isContract: true,
  },
  annuity: {
    noun: 'annuity',
    type: 5,
    many: 'annuities',
    path: paths.annuity,
    listPath: paths.annuities,
    feature: 'annuities',
    isContract: true,
  },
};

const NOUNS = ['agent', 'owner', 'insured', 'policy', 'annuity'] as const;

/** Returns the labels and paths of a numbered upload type. */
export const uploadKind = (type: UploadType): UploadKind => uploadKinds[NOUNS[type - 1] ?? 'agent'];

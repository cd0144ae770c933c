import { kinds, type KindOfContact } from '@/features/contacts/kinds';
import type { ContactKind } from 'firmbook-wasm';

/** What the screens know of the kind of a party. */
export const kindOf = ({ kind }: { kind: ContactKind }): KindOfContact =>
  Object.values(kinds).find(({ type }) => type === kind) ?? kinds.agent;

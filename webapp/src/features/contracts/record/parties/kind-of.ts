import { kinds, type KindOfContact } from '@/lib/contact-kinds';
import type { ContactKind } from 'firmbook-wasm';

/** Returns the `KindOfContact` of a party. */
export const kindOf = ({ kind }: { kind: ContactKind }): KindOfContact =>
  Object.values(kinds).find(({ type }) => type === kind) ?? kinds.agent;

import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import type { ContactKind } from 'firmbook-wasm';

/** Returns the `ContactKindConfig` of a party. */
export const kindOf = ({ kind }: { kind: ContactKind }): ContactKindConfig =>
  Object.values(contactKinds).find(({ type }) => type === kind) ?? contactKinds.agent;

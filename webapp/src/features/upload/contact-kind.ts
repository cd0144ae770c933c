import { kinds, type KindOfContact } from '@/lib/contact-kinds';
import type { ContactKind } from 'firmbook-wasm';

const NOUNS = ['agent', 'owner', 'insured'] as const;

/** Returns the labels and paths of a numbered contact kind. */
export const contactKind = (kind: ContactKind): KindOfContact => kinds[NOUNS[kind - 1] ?? 'agent'];

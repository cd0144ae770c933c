import type { ContactKindConfig } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import type { ContactInput } from 'firmbook-wasm';

/** Loads stored contacts that may be the same as the typed one. */
export const matchesQuery = (kind: ContactKindConfig, input: ContactInput) => ({
  queryKey: ['duplicates', kind.noun, input],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    kind.noun === 'agent'
      ? call('POST', 'FirmAgent/duplicates', { body: input, signal })
      : call('POST', 'FirmOwner/duplicates', { body: input, signal }),
});

/** Loads the unreviewed pairs of possible duplicates that include a contact. */
export const pairsOfQuery = (kind: ContactKindConfig, contactUuid: string) => ({
  queryKey: ['merges', kind.noun, 'of', contactUuid],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const body = { isDismissed: false, contactUuid };
    return kind.noun === 'agent'
      ? call('POST', 'AgentResolution/Candidates', { body, signal })
      : call('POST', 'OwnerResolution/Candidates', { body, signal });
  },
});

import { call } from '@/lib/http';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { ContactKindConfig } from '@/lib/contact-kinds';

const PATHS = { agent: 'FirmAgent/Agent/{uuid}/source', owner: 'FirmOwner/Owner/{uuid}/source' } as const;

/** Loads the origin of a record. Not available for insureds. */
export const contactOriginQuery = ({ noun }: ContactKindConfig, uuid: string) =>
  queryOptions({
    queryKey: ['contact', noun, uuid, 'origin'],
    queryFn:
      noun === 'insured' ? skipToken : ({ signal }) => call('GET', PATHS[noun], { path: { uuid }, signal }),
  });

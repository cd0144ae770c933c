import { useQuery, useQueryClient } from '@tanstack/react-query';
import { contractQuery, type AnyRecord } from '../api/get-contract';
import type { LineOfBusiness } from '../lines-of-business';
import { MAX_CONTRACTS } from './limits';
import { runEach } from './run-each';

/** Loads the records of the selected rows, for a preview of what will change. */
export function useRecords(line: LineOfBusiness, uuids: readonly string[], enabled: boolean) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['bulk', line.noun, uuids],
    staleTime: 0,
    gcTime: 0,
    enabled: enabled && uuids.length > 0 && uuids.length <= MAX_CONTRACTS,
    queryFn: async (): Promise<AnyRecord[]> => {
      const { done, failed } = await runEach(uuids, (uuid) =>
        queries.fetchQuery({ ...contractQuery(line, uuid), staleTime: 0 }),
      );
      if (failed[0]) throw failed[0].reason;
      return done.map(({ result }) => result);
    },
  });
}

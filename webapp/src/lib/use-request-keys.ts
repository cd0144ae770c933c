import { useCallback, useState } from 'react';

/**
 * Returns idempotency keys for requests. A repeated request gets the same key, so that it takes
 * effect only once.
 */
export function useRequestKeys(): (request: unknown) => string {
  const [keys] = useState(() => new Map<string, string>());
  return useCallback(
    (request) => {
      const serialized = JSON.stringify(request);
      const key = keys.get(serialized) ?? crypto.randomUUID();
      keys.set(serialized, key);
      return key;
    },
    [keys],
  );
}

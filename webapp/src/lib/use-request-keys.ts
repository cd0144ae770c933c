import { useCallback, useState } from 'react';

/**
 * Returns idempotency keys for requests. A repeated request gets the same key, so that it takes
 * effect only once.
 */
export function useRequestKeys(): (request: unknown) => string {
  const [keys] = useState(() => new Map<string, string>());
  return useCallback(
    (request) => {
      const said = JSON.stringify(request);
      const key = keys.get(said) ?? crypto.randomUUID();
      keys.set(said, key);
      return key;
    },
    [keys],
  );
}

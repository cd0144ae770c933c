import { useCallback, useState } from 'react';

/** Gives each request its idempotency key: the same request sent again has the same one, and adds nothing twice. */
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

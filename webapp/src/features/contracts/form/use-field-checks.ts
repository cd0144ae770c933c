import { useEffect, useRef } from 'react';

/** Leaving several fields in quick succession causes one check. */
const DELAY_MS = 150;

/**
 * Checks the fields that were left. A new check cancels the previous one and reports all fields left
 * so far, because a field can depend on others. Ignores failures: saving checks again.
 */
export function useFieldChecks<T>(
  check: (signal: AbortSignal) => Promise<T>,
  report: (fields: ReadonlySet<string>, found: T) => void,
) {
  const left = useRef(new Set<string>());
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);

  const run = async (signal: AbortSignal) => {
    const found = await check(signal).catch(() => null);
    if (found && !signal.aborted) report(left.current, found);
  };

  return {
    checkLater: (field: string) => {
      left.current.add(field);
      cancel.current();
      const controller = new AbortController();
      const timer = setTimeout(() => void run(controller.signal), DELAY_MS);
      cancel.current = () => {
        clearTimeout(timer);
        controller.abort();
      };
    },
    /** Cancels a check that is waiting or running. */
    cancelCheck: () => cancel.current(),
  };
}

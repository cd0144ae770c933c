import { useEffect, useRef } from 'react';

/** Fields that lose focus in quick succession are checked together. */
const DELAY_MS = 150;

/**
 * Checks fields after they lose focus. A new check cancels the previous one and covers all fields
 * visited so far, because fields can depend on each other. Ignores failed requests, because saving
 * checks again.
 */
export function useFieldChecks<T>(
  check: (signal: AbortSignal) => Promise<T>,
  report: (fields: ReadonlySet<string>, found: T) => void,
) {
  const touched = useRef(new Set<string>());
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);

  const run = async (signal: AbortSignal) => {
    const found = await check(signal).catch(() => null);
    if (found && !signal.aborted) report(touched.current, found);
  };

  return {
    checkLater: (field: string) => {
      touched.current.add(field);
      cancel.current();
      const controller = new AbortController();
      const timer = setTimeout(() => void run(controller.signal), DELAY_MS);
      cancel.current = () => {
        clearTimeout(timer);
        controller.abort();
      };
    },
    /** Cancels a pending or running check. */
    cancelCheck: () => cancel.current(),
  };
}

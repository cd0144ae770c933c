/** Runs after this time even if the browser never becomes idle. */
const MAX_DELAY_MS = 3_000;

/** Runs a function when the browser is idle, usually after the first page has rendered. */
export function whenIdle(run: () => void): void {
  const wait = window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, MAX_DELAY_MS));
  wait(run, { timeout: MAX_DELAY_MS });
}

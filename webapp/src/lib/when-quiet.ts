/** Time without input or responses before background work may run. */
const QUIET_MS = 2_000;
const INPUTS = ['scroll', 'wheel', 'keydown', 'pointerdown'];

let quietSince = performance.now();

/** Restarts the quiet period. Called on input and network traffic. */
export const restartQuietPeriod = (): void => {
  quietSince = performance.now();
};

for (const input of INPUTS) {
  window.addEventListener(input, restartQuietPeriod, { capture: true, passive: true });
}

/**
 * Runs `run` once the user is inactive and the browser idle. Does nothing where
 * `requestIdleCallback` is missing. Returns a cancel function.
 */
export function whenQuiet(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const wait = () => {
    const left = quietSince + QUIET_MS - performance.now();
    if (left > 0) timer = setTimeout(wait, left);
    else idle = requestIdleCallback(begin);
  };
  const begin = () => {
    if (performance.now() - quietSince < QUIET_MS) wait();
    else run();
  };
  wait();
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}

/** Whoever has just come, scrolls, types or gets an answer is left alone for so long. */
const STILL_MS = 2_000;
const INPUTS = ['scroll', 'wheel', 'keydown', 'pointerdown'];

let lastActivity = performance.now();

/** Something comes or goes that the page shows. */
export const noteActivity = (): void => {
  lastActivity = performance.now();
};

for (const input of INPUTS) {
  window.addEventListener(input, noteActivity, { capture: true, passive: true });
}

/** Runs when the browser has nothing to do for somebody, where it can tell. Gives back what calls it off. */
export function whenQuiet(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const wait = () => {
    const left = lastActivity + STILL_MS - performance.now();
    if (left > 0) timer = setTimeout(wait, left);
    else idle = requestIdleCallback(begin);
  };
  const begin = () => {
    if (performance.now() - lastActivity < STILL_MS) wait();
    else run();
  };
  wait();
  return () => {
    clearTimeout(timer);
    cancelIdleCallback(idle);
  };
}

const jobs: (() => void)[] = [];
let isAsked = false;

function ask(): void {
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    const job = jobs.shift();
    if (jobs.length > 0) ask();
    job?.();
  });
}

/**
 * Queues a job. Only one job runs per animation frame, so that expensive renders do not pile up in
 * one frame. Returns a cancel function.
 */
export function inOwnFrame(job: () => void): () => void {
  jobs.push(job);
  if (!isAsked) ask();
  return () => {
    const place = jobs.indexOf(job);
    if (place >= 0) jobs.splice(place, 1);
  };
}

const jobs: (() => void)[] = [];
let isScheduled = false;

function schedule(): void {
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    const job = jobs.shift();
    if (jobs.length > 0) schedule();
    job?.();
  });
}

/**
 * Queues a job. Only one job runs per animation frame, so that expensive renders do not pile up in
 * one frame. Returns a cancel function.
 */
export function enqueueFrame(job: () => void): () => void {
  jobs.push(job);
  if (!isScheduled) schedule();
  return () => {
    const index = jobs.indexOf(job);
    if (index >= 0) jobs.splice(index, 1);
  };
}

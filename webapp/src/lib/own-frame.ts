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

/** Does one thing a frame, each in its turn: several that draw much would hold the page up in one. Gives its undoing. */
export function inOwnFrame(job: () => void): () => void {
  jobs.push(job);
  if (!isAsked) ask();
  return () => {
    const place = jobs.indexOf(job);
    if (place >= 0) jobs.splice(place, 1);
  };
}

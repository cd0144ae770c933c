/** Number of concurrent calls. */
const AT_ONCE = 4;

export interface Results<T, R> {
  done: { item: T; result: R }[];
  failed: { item: T; reason: unknown }[];
}

/** Runs `work` for every item, a few at a time. A failure does not stop the others. */
export async function runEach<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  onProgress?: (finished: number) => void,
): Promise<Results<T, R>> {
  const results: Results<T, R> = { done: [], failed: [] };
  const waiting = [...items];
  const next = async (): Promise<void> => {
    const item = waiting.shift();
    if (item === undefined) return;
    try {
      results.done.push({ item, result: await work(item) });
    } catch (reason) {
      results.failed.push({ item, reason });
    }
    onProgress?.(results.done.length + results.failed.length);
    await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return results;
}

import { call } from '@/lib/http';

/** Maximum number of cohorts per call. */
const MAX_BATCH = 50;
/** Requests within this time are batched. */
const BATCH_DELAY_MS = 30;

interface PendingCount {
  uuid: string;
  resolve: (count: number | null) => void;
  reject: (reason: unknown) => void;
}

let pending: PendingCount[] = [];

/**
 * Returns the number of contacts in a cohort, or null if its rule is invalid. Batches concurrent
 * requests.
 */
export const countContacts = (uuid: string) =>
  new Promise<number | null>((resolve, reject) => {
    if (pending.length === 0) setTimeout(flush, BATCH_DELAY_MS);
    pending.push({ uuid, resolve, reject });
  });

function flush() {
  const all = pending;
  pending = [];
  for (let from = 0; from < all.length; from += MAX_BATCH) void count(all.slice(from, from + MAX_BATCH));
}

async function count(batch: readonly PendingCount[]) {
  try {
    const body = { cohortUuids: batch.map(({ uuid }) => uuid) };
    const counts = await call('POST', 'Cohort/counts', { body });
    const found = new Map(counts.map(({ uuid, contactCount }) => [uuid, contactCount]));
    for (const { uuid, resolve } of batch) resolve(found.get(uuid) ?? null);
  } catch (reason) {
    for (const { reject } of batch) reject(reason);
  }
}

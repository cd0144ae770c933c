import { call } from '@/lib/http';

/** Maximum number of cohorts per call. */
const AT_ONCE = 50;
/** Requests within this time are batched. */
const GATHER_MS = 30;

interface Asked {
  uuid: string;
  answer: (count: number | null) => void;
  fail: (reason: unknown) => void;
}

let asked: Asked[] = [];

/**
 * Returns the number of contacts in a cohort, or null if its rule is invalid. Batches concurrent
 * requests.
 */
export const countContacts = (uuid: string) =>
  new Promise<number | null>((answer, fail) => {
    if (asked.length === 0) setTimeout(countAsked, GATHER_MS);
    asked.push({ uuid, answer, fail });
  });

function countAsked() {
  const all = asked;
  asked = [];
  for (let from = 0; from < all.length; from += AT_ONCE) void count(all.slice(from, from + AT_ONCE));
}

async function count(some: readonly Asked[]) {
  try {
    const body = { cohortUuids: some.map(({ uuid }) => uuid) };
    const counts = await call('POST', 'Cohort/counts', { body });
    const found = new Map(counts.map(({ uuid, contactCount }) => [uuid, contactCount]));
    for (const { uuid, answer } of some) answer(found.get(uuid) ?? null);
  } catch (reason) {
    for (const { fail } of some) fail(reason);
  }
}

import type { RowPage } from '@/list/types';

export interface FakeRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  signal: AbortSignal | null;
}

type RouteResult = unknown | Response | Promise<unknown>;
type Route = (request: FakeRequest) => RouteResult;

/** Loaded by every record page. Answered but not recorded, unless the test has a route for it. */
const FAVORITES = 'GET Favorite';

/** Responds to calls from the page under test. Routes are keyed by `METHOD path`, relative to `/api`. */
export function fakeServer(routes: Record<string, Route>) {
  const requests: FakeRequest[] = [];
  globalThis.fetch = async (address, init) => {
    const path = String(address).replace(/^\/api\//, '');
    const request: FakeRequest = {
      method: init?.method ?? 'GET',
      path,
      // `lib/http.ts` passes headers as an object.
      headers: { ...(init?.headers as Record<string, string> | undefined) },
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init?.signal ?? null,
    };
    const name = `${request.method} ${path}`;
    const route = routes[name];
    if (!route && name === FAVORITES) return json(200, []);
    requests.push(request);
    const result = route ? await route(request) : problem(404, 'not_found', `No route for ${path}`);
    init?.signal?.throwIfAborted();
    return result instanceof Response ? result : json(200, result ?? null);
  };
  return { requests, of: (path: string) => requests.filter((request) => request.path === path) };
}

export const json = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });

export const problem = (status: number, code: string, message: string, errors: unknown[] = []) =>
  json(status, { code, message, errors, traceId: 'trace' });

/** Returns a page of agents, numbered from the offset of the query. */
export function agentsPage(body: unknown, total: number): RowPage {
  const { limit } = body as { limit: { offset: number; rowCount: number } };
  const count = Math.max(0, Math.min(limit.rowCount, total - limit.offset));
  return {
    totalRecords: total,
    cursor: count ? `after ${limit.offset + count}` : null,
    items: Array.from({ length: count }, (_, i) => agentRow(limit.offset + i)),
  };
}

export const agentRow = (index: number) => ({
  uuid: `uuid-${index}`,
  name: `Agent ${index}`,
  npn: String(1_000_000 + index),
  state: 'CA',
  policyCount: index,
  deathBenefit: `${index}000.00`,
  agentIntegrationEnabled: index % 2 === 0,
});

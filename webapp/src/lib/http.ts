import type { Problem } from 'firmbook-wasm';

/** Any answer that is not a success, and any request that got no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** 0 when there was no answer. */
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(sentence(status, problem));
  }
}

function sentence(status: number, problem: Problem | null): string {
  if (status === 0) return 'The server could not be reached.';
  if (status >= 500 || !problem) return 'Unknown error';
  return problem.message;
}

export interface CallOptions {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Where the access token comes from; `renew` asks for a new one after a refusal. */
export interface TokenSource {
  current: () => Promise<string | null>;
  renew: () => Promise<string | null>;
}

let tokens: TokenSource = { current: async () => null, renew: async () => null };

export function takeTokensFrom(source: TokenSource): void {
  tokens = source;
}

/** Calls the product's API and gives the answer's JSON. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const answer = await callForResponse(method, path, options);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The same for answers that are no JSON. Throws [`ApiError`] unless it is a success. */
export async function callForResponse(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const first = await request(method, path, options, await tokens.current());
  const answer = first.status === 401 ? await request(method, path, options, await tokens.renew()) : first;
  if (!answer.ok) throw new ApiError(answer.status, await readProblem(answer));
  return answer;
}

async function request(
  method: string,
  path: string,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const { query = {}, body, signal } = options;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const address = search.size ? `/api/${path}?${search}` : `/api/${path}`;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(address, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw new ApiError(0, null);
  }
}

async function readProblem(answer: Response): Promise<Problem | null> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return null;
  }
}

import type { Problem } from 'firmbook-wasm';
import { callName, report } from './report';
import { noteActivity } from './when-quiet';

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
  /** Travels as JSON; a file and a form as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** In place of `fetch`. */
  transport?: Transport | undefined;
}

/** Sends a request as `fetch` does. */
export type Transport = (address: string, request: RequestInit) => Promise<Response>;

/** Where the access token comes from; `renew` asks for a new one after a refusal. */
export interface TokenSource {
  current: () => Promise<string | null>;
  renew: () => Promise<string | null>;
}

/** Refusals that are about the session, not about the call: the page itself has to go elsewhere. */
export type SessionRefusal = 'account_changed' | 'choose_account' | 'session_ended';
const SESSION_REFUSALS = new Set<string>(['account_changed', 'choose_account', 'session_ended']);

/** This page, as the server names it to others: it need not hear of what it did itself. */
export const PAGE = crypto.randomUUID();

let tokens: TokenSource = { current: async () => null, renew: async () => null };
let leavePage: (refusal: SessionRefusal) => boolean = () => false;
let account: string | null = null;

export function takeTokensFrom(source: TokenSource): void {
  tokens = source;
}

/** The access token; renewed first when it is about to expire. */
export const fetchToken = () => tokens.current();
export const renewToken = () => tokens.renew();

/** `leave` says whether the page goes elsewhere; then the call that was refused never ends. */
export function onSessionRefusal(leave: (refusal: SessionRefusal) => boolean): void {
  leavePage = leave;
}

/** From now on every call names the account that this page shows, and is refused for any other. */
export function workFor(shown: string | null): void {
  account = shown;
}

/** Whether what was refused sends the page elsewhere. */
export const leavesAfter = (problem: Problem | null) =>
  SESSION_REFUSALS.has(problem?.code ?? '') && leavePage(problem?.code as SessionRefusal);

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
  const shown = account;
  let answer = await request(method, path, options, await tokens.current());
  let problem = answer.ok ? null : await readProblem(answer);
  if (answer.status === 401 && problem?.code !== 'session_ended') {
    answer = await request(method, path, options, await tokens.renew());
    problem = answer.ok ? null : await readProblem(answer);
  }
  if (answer.ok) return answer;
  // A late answer for an account that the page has left already is nobody's concern.
  if (shown === account && leavesAfter(problem)) return new Promise(() => undefined);
  throw failed(method, path, answer.status, problem);
}

async function request(
  method: string,
  path: string,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const { query = {}, body, signal, transport = fetch } = options;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const address = search.size ? `/api/${path}?${search}` : `/api/${path}`;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'x-firmbook-page': PAGE,
    ...options.headers,
  };
  if (token) headers.authorization = `Bearer ${token}`;
  if (account) headers['x-firmbook-account'] = account;
  const isFile = body instanceof Blob;
  const isForm = body instanceof FormData;
  // The browser itself says where the parts of a form begin.
  if (body !== undefined && !isForm) headers['content-type'] = isFile ? body.type : 'application/json';
  noteActivity();
  try {
    return await transport(address, {
      method,
      headers,
      body: body === undefined ? null : isFile || isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw failed(method, path, 0, null);
  } finally {
    noteActivity();
  }
}

function failed(method: string, path: string, status: number, problem: Problem | null): ApiError {
  if (status === 0 || status >= 500 || !problem) {
    const name = callName(method, path);
    report({ kind: 'transport', name, status, code: problem?.code, traceId: problem?.traceId });
  }
  return new ApiError(status, problem);
}

async function readProblem(answer: Response): Promise<Problem | null> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return null;
  }
}

import type { Problem } from 'firmbook-wasm';
import type { AnswerOf, ApiPath, FilePath, InputOf, Method } from './api';
import { reportFailure } from './report-failure';
import { restartQuietPeriod } from './when-quiet';

/** An error response, or a request that received no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** HTTP status. 0 if there was no response. */
    readonly status: number,
    readonly problem: Problem | null,
    /** Seconds after which a retry can succeed, from `Retry-After`. */
    readonly retryAfter: number | null = null,
  ) {
    super(messageOf(status, problem));
  }

  /** Whether the response lacks a reason that helps the user. */
  get hasNoReason() {
    return hasNoReason(this.status, this.problem);
  }
}

function messageOf(status: number, problem: Problem | null): string {
  if (status === 0) return 'The server could not be reached.';
  return problem && !hasNoReason(status, problem) ? problem.message : 'Unknown error';
}

/** Internal errors (500) have no reason that helps the user. Others say what is busy, full or unavailable. */
const hasNoReason = (status: number, problem: Problem | null) => status === 500 || !problem;

interface CallOptions {
  /** Makes the server execute the call only once, even if the call is repeated. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Whether the call may succeed after a switch to another account. */
  isForAnyAccount?: boolean;
  /** Used instead of `fetch`. */
  transport?: Transport | undefined;
}

/** Parameters, body and options for a call. Optional if the operation needs none. */
type Options<M extends Method, P> =
  object extends InputOf<M, P>
    ? [options?: InputOf<M, P> & CallOptions]
    : [options: InputOf<M, P> & CallOptions];

interface RequestOptions extends CallOptions {
  path?: Values;
  query?: Values;
  body?: unknown;
}

type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** Sends a request with the semantics of `fetch`. */
export type Transport = (address: string, request: RequestInit) => Promise<Response>;

/** Source of access tokens. `renew` requests a new token after one was rejected. */
export interface TokenSource {
  current: () => Promise<string | null>;
  renew: () => Promise<string | null>;
}

/** Error codes that concern the session rather than the call. They navigate to another page. */
export type SessionErrorCode = 'account_changed' | 'choose_account' | 'session_ended';
const SESSION_ERROR_CODES = new Set<string>(['account_changed', 'choose_account', 'session_ended']);

/**
 * Id of this page load, sent with every call. Change events carry it, so that a page can skip its
 * own changes.
 */
export const PAGE_ID = crypto.randomUUID();

let tokens: TokenSource = { current: async () => null, renew: async () => null };
let handleSessionError: (code: SessionErrorCode) => boolean = () => false;
let account: string | null = null;

export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

/** Returns the access token, renewing it first if it has expired. */
export const fetchToken = () => tokens.current();
export const renewToken = () => tokens.renew();

/**
 * Registers a handler for session errors. If `leave` returns true, the page is being left and the rejected
 * call never settles. Otherwise the call fails, for example while unsaved changes keep the page open.
 */
export function onSessionError(leave: (code: SessionErrorCode) => boolean): void {
  handleSessionError = leave;
}

/** Sets the account sent with every call. The server rejects calls for any other account. */
export function setAccount(current: string | null): void {
  account = current;
}

/** Passes a session error to the registered handler. Returns whether the page is navigating away. */
export const exitsOnSessionError = (problem: Problem | null) =>
  SESSION_ERROR_CODES.has(problem?.code ?? '') && handleSessionError(problem?.code as SessionErrorCode);

/**
 * Calls the API and returns the JSON body, or undefined if the response is empty. `path` is the path of
 * the operation in `docs/openapi.json`, and `options.path` has the values of its parameters. Throws
 * `ApiError` unless the call succeeds.
 */
export async function call<M extends Method, P extends Exclude<ApiPath<M>, FilePath<M>>>(
  method: M,
  path: P,
  ...[options]: Options<M, P>
): Promise<AnswerOf<M, P>> {
  const response = await send(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as AnswerOf<M, P>;
}

/** Like `call`, for operations that respond with a file. */
export const download = <M extends Method, P extends FilePath<M>>(
  method: M,
  path: P,
  ...[options]: Options<M, P>
): Promise<Response> => send(method, path, options);

async function send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const current = account;
  let response = await request(method, path, options, await tokens.current());
  let problem = response.ok ? null : await readProblem(response);
  if (response.status === 401 && problem?.code !== 'session_ended') {
    response = await request(method, path, options, await tokens.renew());
    problem = response.ok ? null : await readProblem(response);
  }
  if (response.ok) return response;
  // Ignore session errors of calls made for a previous account.
  if (current === account && exitsOnSessionError(problem)) return new Promise(() => undefined);
  throw createError(method, path, response.status, problem, retryAfterOf(response));
}

async function request(
  method: Method,
  path: string,
  options: RequestOptions,
  token: string | null,
): Promise<Response> {
  const { body, signal, idempotencyKey, transport = fetch } = options;
  const headers: Record<string, string> = { accept: 'application/json', 'x-firmbook-page': PAGE_ID };
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  if (token) headers.authorization = `Bearer ${token}`;
  if (account && !options.isForAnyAccount) headers['x-firmbook-account'] = account;
  const isFile = body instanceof Blob;
  const isForm = body instanceof FormData;
  // The browser sets the multipart boundary itself.
  if (body !== undefined && !isForm) headers['content-type'] = isFile ? body.type : 'application/json';
  restartQuietPeriod();
  try {
    return await transport(urlOf(path, options), {
      method,
      headers,
      body: body === undefined ? null : isFile || isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw createError(method, path, 0, null);
  } finally {
    restartQuietPeriod();
  }
}

function urlOf(path: string, { path: values = {}, query = {} }: RequestOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.size ? `/api/${filled}?${search}` : `/api/${filled}`;
}

function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function createError(
  method: string,
  path: string,
  status: number,
  problem: Problem | null,
  retryAfter: number | null = null,
): ApiError {
  if (status === 0 || status >= 500 || !problem) {
    // The path is a pattern and contains no ids.
    const name = `${method} ${path}`;
    reportFailure({ kind: 'transport', name, status, code: problem?.code, traceId: problem?.traceId });
  }
  return new ApiError(status, problem, retryAfter);
}

async function readProblem(response: Response): Promise<Problem | null> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

import type { AnswerOf, ApiPath, Schemas } from '@/lib/api';
import { renewAfter } from 'firmbook-embed';
import type { Channel } from './channel';
import { CallError } from './call-error';

type Token = Schemas['EmbedToken'];

interface Sent {
  body?: unknown;
  signal?: AbortSignal;
}

interface CallOptions extends Sent {
  query?: Readonly<Record<string, string | number>>;
}

/** A token that the widget waits for. */
interface Pending {
  token: Promise<string>;
  resolve: (token: string) => void;
  reject: (reason: unknown) => void;
}

/** The session of the widget: its access token, which lives in memory only, and the renewal of it. */
export class Session {
  readonly #channel: Channel;
  readonly #widget: string;
  #token: string | undefined;
  #pending: Pending | undefined;
  #timer = 0;
  #isEnded = false;

  constructor(channel: Channel, widget: string) {
    this.#channel = channel;
    this.#widget = widget;
  }

  /** Calls the API. Gets a new token once if the server refuses the current one. */
  async call<M extends 'GET' | 'POST', P extends ApiPath<M>>(
    method: M,
    path: P,
    { query = {}, ...sent }: CallOptions = {},
  ): Promise<AnswerOf<M, P>> {
    const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const address = values.length ? `${path}?${new URLSearchParams(values)}` : path;
    const token = this.#token ?? (await this.#renew());
    const answer = await request(method, address, token, sent);
    if (answer.status !== 401) return read(answer);
    if (this.#token === token) this.#token = undefined;
    return read(await request(method, address, this.#token ?? (await this.#renew()), sent));
  }

  /** Exchanges a client secret of the page for an access token. */
  async accept(clientSecret: string): Promise<void> {
    const pending = this.#pending;
    if (!pending) return;
    try {
      pending.resolve(await this.#exchange(clientSecret));
    } catch (reason) {
      pending.reject(reason);
    } finally {
      this.#pending = undefined;
    }
  }

  /** The page could not get a client secret. */
  fail(): void {
    this.#pending?.reject(new CallError(401, 'secret_failed'));
    this.#pending = undefined;
  }

  /** Ends the session on the server. */
  async end(): Promise<void> {
    const token = this.#token;
    this.#isEnded = true;
    this.#token = undefined;
    window.clearTimeout(this.#timer);
    if (token) await request('DELETE', 'Embed/token', token);
  }

  /** Asks the page for a client secret. Requests at the same time share the answer. */
  #renew(): Promise<string> {
    if (this.#isEnded) return Promise.reject(new CallError(401, 'session_ended'));
    if (!this.#pending) {
      this.#pending = newPending();
      this.#channel.send({ type: 'needSecret' });
    }
    return this.#pending.token;
  }

  async #exchange(clientSecret: string): Promise<string> {
    const page = { widget: this.#widget, origin: this.#channel.origin };
    const token = await read<Token>(await request('POST', 'Embed/token', clientSecret, { body: page }));
    this.#token = token.accessToken;
    this.#renewLater(token.expiresIn);
    return token.accessToken;
  }

  #renewLater(expiresIn: number): void {
    const after = renewAfter(expiresIn);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#channel.send({ type: 'tokenExpiring', seconds: expiresIn - after });
      void this.#renew();
    }, after * 1000);
  }
}

function newPending(): Pending {
  let resolve: Pending['resolve'] = () => undefined;
  let reject: Pending['reject'] = () => undefined;
  const token = new Promise<string>((...both) => {
    [resolve, reject] = both;
  });
  // A timed renewal may have no caller that waits for it. The next call reports its failure.
  token.catch(() => undefined);
  return { token, resolve, reject };
}

async function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string,
  { body, signal }: Sent = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(`/api/${path}`, {
      method,
      headers,
      credentials: 'omit',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw new CallError(0, 'unreachable');
  }
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Partial<Schemas['Problem']> | null;
  throw new CallError(answer.status, problem?.code ?? 'unknown');
}

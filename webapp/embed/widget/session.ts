import type { AnswerOf, ApiPath, FilePath, Method, Schemas } from '@/lib/api';
import { renewAfter } from 'firmbook-embed';
import type { Channel } from './channel';
import { CallError } from './call-error';

type Token = Schemas['EmbedToken'];
/** What the partner's backend allowed the widget. */
export type Grant = Pick<Token, 'firmId' | 'reportUuid' | 'scopes'>;

interface Sent {
  body?: unknown;
  signal?: AbortSignal;
}

interface CallOptions extends Sent {
  path?: Readonly<Record<string, string | number>>;
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
  #grant: Grant = { firmId: 0, reportUuid: null, scopes: [] };
  #pending: Pending | undefined;
  #timer = 0;
  #isEnded = false;

  constructor(channel: Channel, widget: string) {
    this.#channel = channel;
    this.#widget = widget;
  }

  /** Calls the API. Gets a new token once if the server refuses the current one. */
  async call<M extends Method, P extends ApiPath<M>>(
    method: M,
    path: P,
    options: CallOptions = {},
  ): Promise<AnswerOf<M, P>> {
    const answer = await this.#send(method, path, options);
    return (answer.status === 204 ? undefined : await answer.json()) as AnswerOf<M, P>;
  }

  /** Requests a file. */
  file(path: FilePath<'GET'>, options: CallOptions = {}): Promise<Response> {
    return this.#send('GET', path, options);
  }

  /** Returns the access token, or a new one after the server refused it. */
  async token(renew: boolean): Promise<string> {
    if (renew) this.#token = undefined;
    return this.#token ?? this.#renew();
  }

  /** Returns what the partner's backend allowed. */
  async grant(): Promise<Grant> {
    await this.token(false);
    return this.#grant;
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

  async #send(method: Method, template: string, { path, query, ...sent }: CallOptions): Promise<Response> {
    const address = addressOf(template, path, query);
    const token = await this.token(false);
    const answer = await request(method, address, token, sent);
    if (answer.status !== 401) return succeeded(answer);
    if (this.#token === token) this.#token = undefined;
    return succeeded(await request(method, address, await this.token(false), sent));
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
    const answer = await request('POST', 'Embed/token', clientSecret, { body: page });
    const token = (await (await succeeded(answer)).json()) as Token;
    this.#token = token.accessToken;
    this.#grant = { firmId: token.firmId, reportUuid: token.reportUuid ?? null, scopes: token.scopes };
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

function addressOf(
  template: string,
  path: CallOptions['path'] = {},
  query: CallOptions['query'] = {},
): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const values = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return values.length ? `${address}?${new URLSearchParams(values)}` : address;
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
  method: Method,
  path: string,
  token: string,
  { body, signal }: Sent = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${token}` };
  const isForm = body instanceof FormData;
  // The browser sets the type of a form, with its boundary.
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  try {
    return await fetch(`/api/${path}`, {
      method,
      headers,
      credentials: 'omit',
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (reason) {
    if (signal?.aborted) throw reason;
    throw new CallError(0, 'unreachable');
  }
}

/** Returns the response, or throws if it is an error. */
async function succeeded(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Partial<Schemas['Problem']> | null;
  throw new CallError(answer.status, problem?.code ?? 'unknown', problem?.message);
}

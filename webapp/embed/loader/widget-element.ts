import type { HostMessage, WidgetEnvelope, WidgetMessage, WidgetOptions } from 'firmbook-embed';
import { site } from './site';
import { withinSeconds } from './within-seconds';

/** Version of the messages. */
export const VERSION = 1;
/** Seconds until a frame that does not answer counts as unreachable. */
const HELLO_SECONDS = 15;
/** Seconds that the page has to get a client secret. */
const SECRET_SECONDS = 15;
const SANDBOX = 'allow-scripts allow-forms allow-downloads';
const FIRST_HEIGHT = 360;

/** Servers that render pages have no elements. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** Calls the backend of the page, which creates a session, and returns its client secret. */
export type FetchClientSecret = () => Promise<string>;

/** A widget in a sandboxed frame. Its page and this element exchange messages over a channel of their own. */
export abstract class WidgetElement extends Base {
  /** Last part of the address of the widget's page. */
  protected abstract readonly page: string;
  protected abstract readonly frameTitle: string;

  #fetchClientSecret: FetchClientSecret | undefined;
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  /** Messages that wait for the channel. */
  #waiting: HostMessage[] = [];
  #helloTimer = 0;

  get fetchClientSecret(): FetchClientSecret | undefined {
    return this.#fetchClientSecret;
  }

  set fetchClientSecret(fetchClientSecret: FetchClientSecret | undefined) {
    this.#fetchClientSecret = fetchClientSecret;
  }

  connectedCallback(): void {
    // A property that was set before the element was defined hides the accessor.
    if (Object.hasOwn(this, 'fetchClientSecret')) {
      const early = this.fetchClientSecret;
      delete (this as { fetchClientSecret?: FetchClientSecret }).fetchClientSecret;
      this.#fetchClientSecret = early;
    }
    const partner = this.getAttribute('partner') ?? site.partner;
    if (!partner) {
      this.#fail('partner_missing', 'The widget has no partner attribute.');
      return;
    }
    this.#open(partner);
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#onWindowMessage);
    window.clearTimeout(this.#helloTimer);
    this.#port?.close();
    this.#port = undefined;
    this.#frame?.remove();
    this.#frame = undefined;
  }

  /** Changes options of the widget. Missing ones stay as they are. */
  update(options: WidgetOptions): void {
    this.#send({ type: 'update', options });
  }

  /** Ends the session of the widget and clears it. */
  logout(): void {
    this.#send({ type: 'logout' });
  }

  #open(partner: string): void {
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('frame-title') ?? this.frameTitle;
    frame.setAttribute('sandbox', SANDBOX);
    frame.referrerPolicy = 'no-referrer';
    frame.src = `${site.portal}/embed/${encodeURIComponent(partner)}/${this.page}`;
    // Not a style attribute, which a strict content security policy of the page would refuse.
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: `${FIRST_HEIGHT}px`,
      border: '0',
    });
    this.style.display ||= 'block';
    window.addEventListener('message', this.#onWindowMessage);
    this.#helloTimer = window.setTimeout(
      () => this.#fail('unreachable', 'The widget could not be loaded.'),
      HELLO_SECONDS * 1000,
    );
    (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).append(frame);
    this.#frame = frame;
  }

  /**
   * Answers the frame with a port. A sandboxed page has the origin `null`, so its window identifies it. The
   * `frame-src` directive of this page keeps other sites out of the frame.
   */
  readonly #onWindowMessage = (event: MessageEvent): void => {
    const frame = this.#frame?.contentWindow;
    if (!frame || event.source !== frame || event.origin !== 'null') return;
    const message = read(event.data);
    if (message?.type !== 'hello') return;
    window.clearTimeout(this.#helloTimer);
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', this.#onMessage);
    port1.start();
    this.#port = port1;
    frame.postMessage({ v: VERSION, message: { type: 'connect' } satisfies HostMessage }, '*', [port2]);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) this.#send(one);
  };

  readonly #onMessage = ({ data }: MessageEvent): void => {
    const message = read(data);
    switch (message?.type) {
      case 'needSecret':
        void this.#answerWithSecret();
        break;
      case 'resize':
        this.#resize(message.height);
        break;
      case 'error':
        this.#fail(message.code, message.message);
        break;
      case 'ready':
      case 'tokenExpiring':
      case 'select':
      case 'imported':
      case 'themeCorrected':
        this.#emit(message);
        break;
      default:
    }
  };

  async #answerWithSecret(): Promise<void> {
    const port = this.#port;
    let answer: HostMessage;
    try {
      if (!this.#fetchClientSecret) throw new Error('fetchClientSecret is not set.');
      const clientSecret = await withinSeconds(SECRET_SECONDS, this.#fetchClientSecret());
      if (typeof clientSecret !== 'string') throw new Error('fetchClientSecret returned no text.');
      answer = { type: 'secret', clientSecret };
    } catch (reason) {
      answer = { type: 'secretFailed' };
      this.#fail('secret_failed', reason instanceof Error ? reason.message : String(reason));
    }
    // The frame may have been loaded again in the meantime.
    if (port === this.#port) this.#send(answer);
  }

  #resize(height: number): void {
    if (this.#frame) this.#frame.style.height = `${height}px`;
    this.#emit({ type: 'resize', height });
  }

  #send(message: HostMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    if (this.#port) this.#port.postMessage({ v: VERSION, message });
    else this.#waiting.push(message);
  }

  #fail(code: string, message: string): void {
    this.#emit({ type: 'error', code, message });
  }

  #emit({ type, ...detail }: WidgetMessage): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Returns the message of an envelope of this version. */
function read(data: unknown): WidgetMessage | undefined {
  const { v, message } = (data ?? {}) as Partial<WidgetEnvelope>;
  return v === VERSION && typeof message?.type === 'string' ? message : undefined;
}

/** Import of records from a file. */
export class Import extends WidgetElement {
  protected readonly page = 'import';
  protected readonly frameTitle = 'Import';
}

/** Notifications of the user. */
export class Notifications extends WidgetElement {
  protected readonly page = 'notifications';
  protected readonly frameTitle = 'Notifications';
}

/** Life policies with a search, totals and pages. */
export class PolicyList extends WidgetElement {
  protected readonly page = 'policy-list';
  protected readonly frameTitle = 'Policies';
}

/** Totals of one saved report. */
export class ReportTotals extends WidgetElement {
  protected readonly page = 'report-totals';
  protected readonly frameTitle = 'Report totals';
}

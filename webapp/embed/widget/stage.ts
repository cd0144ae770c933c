import { asCallError } from './call-error';
import type { Channel } from './channel';
import { element } from './dom';

/** The body of the page: the content of the view, or a status text instead of it. */
export class Stage {
  readonly content = element('div', { className: 'content', hidden: true });
  readonly #status = element('div', { className: 'status' });
  readonly #root: HTMLElement;
  readonly #channel: Channel;
  #running = new AbortController();
  #isReady = false;
  #whenReady: () => void = () => undefined;

  constructor(root: HTMLElement, channel: Channel) {
    [this.#root, this.#channel] = [root, channel];
    this.#status.setAttribute('role', 'status');
    root.append(this.content, this.#status);
    new ResizeObserver(() => this.#resize()).observe(root);
  }

  /**
   * Loads and shows data. A newer call replaces one that is still running. A failure removes the data with
   * `clear` and shows its reason.
   */
  run(show: (signal: AbortSignal) => Promise<void>, clear: () => void): void {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#root.setAttribute('aria-busy', 'true');
    if (!this.#isReady) this.#status.textContent = 'Loading…';
    show(signal).then(
      () => {
        if (!signal.aborted) this.#show();
      },
      (reason: unknown) => {
        if (signal.aborted) return;
        clear();
        this.#fail(reason, () => this.run(show, clear));
      },
    );
  }

  /** Sets what happens after the first data is shown. */
  onReady(run: () => void): void {
    this.#whenReady = run;
  }

  /** Ends the view with a text. */
  close(text: string): void {
    this.#running.abort();
    this.content.remove();
    this.#status.textContent = text;
    this.#root.removeAttribute('aria-busy');
  }

  #show(): void {
    this.#status.textContent = '';
    this.content.hidden = false;
    this.#root.removeAttribute('aria-busy');
    if (this.#isReady) return;
    this.#isReady = true;
    this.#resize();
    this.#channel.send({ type: 'ready' });
    this.#whenReady();
  }

  #fail(reason: unknown, retry: () => void): void {
    const error = asCallError(reason);
    this.#root.removeAttribute('aria-busy');
    this.content.hidden = true;
    this.#status.replaceChildren(error.message);
    if (error.canRetry) {
      const button = element('button', { type: 'button' }, 'Try again');
      button.addEventListener('click', retry);
      this.#status.append(' ', button);
    }
    this.#channel.send({ type: 'error', code: error.code, message: error.message });
  }

  #resize(): void {
    const height = Math.ceil(this.#root.getBoundingClientRect().height);
    if (height > 0) this.#channel.send({ type: 'resize', height });
  }
}

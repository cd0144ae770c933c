import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a signature in seconds. Older requests may be replays. */
const TOLERANCE = 300;
/** Maximum number of events shown. */
const MOST = 50;

/** Returns whether a request is signed with the secret. `body` is its unparsed text. */
export function isAuthentic(secret, header, body) {
  const parts = (header ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= TOLERANCE)) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  // For 24 hours after the secret is replaced, requests carry two signatures.
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, signature]) => Buffer.from(signature ?? '', 'hex'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** The latest events sent by the portal. */
export class Webhooks {
  #events = [];

  /** Stores an event. Returns the HTTP status of the response. */
  receive(secret, header, body) {
    if (!isAuthentic(secret, header, body)) return 401;
    const event = JSON.parse(body);
    // An event may arrive more than once.
    if (!this.#events.some(({ id }) => id === event.id))
      this.#events = [event, ...this.#events].slice(0, MOST);
    return 204;
  }

  /** The latest events, newest first. */
  get events() {
    return this.#events;
  }
}

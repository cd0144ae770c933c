import { createHmac, timingSafeEqual } from 'node:crypto';

/** Longest accepted age of a signature, in seconds. Older requests may be repeated by someone else. */
const TOLERANCE = 300;
/** Events that the site shows. */
const MOST = 50;

/** Returns whether a request of the portal is authentic. `body` is its text, before it is parsed. */
export function isAuthentic(secret, header, body) {
  const parts = (header ?? '').split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (!(age <= TOLERANCE)) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  // There are two signatures for 24 hours after the secret was replaced.
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, signature]) => Buffer.from(signature ?? '', 'hex'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** The last events that the portal sent to this site. */
export class Webhooks {
  #events = [];

  /** Stores an event. Returns the status of the response. */
  receive(secret, header, body) {
    if (!isAuthentic(secret, header, body)) return 401;
    const event = JSON.parse(body);
    // An event may arrive more than once.
    if (!this.#events.some(({ id }) => id === event.id))
      this.#events = [event, ...this.#events].slice(0, MOST);
    return 204;
  }

  /** The last events, newest first. */
  get events() {
    return this.#events;
  }
}

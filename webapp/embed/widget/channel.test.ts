import { jest } from '@jest/globals';
import { openChannel } from './channel';

const ORIGIN = 'https://www.bank.example';

/** A frame and its parent window, and the messages that each received. */
function frames() {
  const greetings: unknown[] = [];
  const parent = { postMessage: (message: unknown) => greetings.push(message) } as unknown as Window;
  const frame = Object.assign(new EventTarget(), { parent }) as unknown as Window;
  const post = (data: unknown, from: { source?: unknown; origin?: string } = {}) => {
    const sent: unknown[] = [];
    const listeners: ((event: MessageEvent) => void)[] = [];
    const port = {
      postMessage: (message: unknown) => sent.push(message),
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.push(listener),
      start: () => undefined,
    };
    const event = Object.assign(new Event('message'), {
      data,
      source: parent,
      origin: ORIGIN,
      ports: [port],
      ...from,
    });
    frame.dispatchEvent(event);
    const send = (message: unknown) =>
      listeners.forEach((listen) => listen({ data: message } as MessageEvent));
    return { sent, send };
  };
  return { frame, greetings, post };
}

const connect = { v: 1, message: { type: 'connect' } };

test('greets the page and opens the channel for an origin of the partner', () => {
  const { frame, greetings, post } = frames();
  const channel = openChannel([ORIGIN], frame);
  const opened = jest.fn();
  channel.onOpen(opened);
  expect(greetings).toEqual([{ v: 1, message: { type: 'hello' } }]);
  const port = post(connect);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(channel.origin).toBe(ORIGIN);
  channel.send({ type: 'ready' });
  expect(port.sent).toEqual([{ v: 1, message: { type: 'ready' } }]);
});

test.each([
  ['another origin', connect, { origin: 'https://evil.example' }],
  ['another window', connect, { source: {} }],
  ['another version', { v: 2, message: { type: 'connect' } }, {}],
  ['garbage', 'connect', {}],
  ['another message', { v: 1, message: { type: 'secret', clientSecret: 'x' } }, {}],
])('does not open the channel for %s', (_, data, from) => {
  const { frame, post } = frames();
  const channel = openChannel([ORIGIN], frame);
  const opened = jest.fn();
  channel.onOpen(opened);
  post(data, from);
  expect(opened).not.toHaveBeenCalled();
  expect(channel.origin).toBe('');
  // The right page can still connect.
  post(connect);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('opens the channel once', () => {
  const { frame, post } = frames();
  const channel = openChannel([ORIGIN], frame);
  const first = post(connect);
  const second = post(connect);
  channel.send({ type: 'ready' });
  expect([first.sent.length, second.sent.length]).toEqual([1, 0]);
});

test('passes on valid messages and reports invalid ones', () => {
  const { frame, post } = frames();
  const channel = openChannel([ORIGIN], frame);
  const received: unknown[] = [];
  channel.onMessage((message) => received.push(message));
  const port = post(connect);
  port.send({ v: 1, message: { type: 'update', options: { pageSize: 10 } } });
  port.send({ v: 1, message: { type: 'update', options: { pageSize: 1000 } } });
  port.send({ v: 1, message: { type: 'evaluate' } });
  expect(received).toEqual([{ type: 'update', options: { pageSize: 10 } }]);
  expect(port.sent).toEqual([
    { v: 1, message: { type: 'error', code: 'invalid_message', message: 'pageSize is 5 to 100.' } },
    { v: 1, message: expect.objectContaining({ type: 'error', code: 'invalid_message' }) },
  ]);
});

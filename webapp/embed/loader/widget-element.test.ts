import { waitFor } from '@testing-library/dom';
import type { WidgetMessage } from 'firmbook-embed';
import { toPage } from '../widget/channel';
import { runCommands } from './commands';
import { PolicyList, VERSION } from './widget-element';

customElements.define('firmbook-policy-list', PolicyList);

/** Channels that the elements created, with what they sent and a function that receives. */
const channels: { sent: unknown[]; receive: (data: unknown) => void; isClosed: boolean }[] = [];
class FakeChannel {
  readonly port2 = {};
  readonly port1;
  constructor() {
    const channel: (typeof channels)[number] = { sent: [], receive: () => undefined, isClosed: false };
    channels.push(channel);
    this.port1 = {
      addEventListener: (_: string, hear: (event: { data: unknown }) => void) => {
        channel.receive = (data) => hear({ data });
      },
      start: () => undefined,
      close: () => {
        channel.isClosed = true;
      },
      postMessage: (data: unknown) => channel.sent.push(data),
    };
  }
}

beforeEach(() => {
  channels.length = 0;
  Object.assign(globalThis, { MessageChannel: FakeChannel });
  document.body.replaceChildren();
});

function add(set: (element: PolicyList) => void = () => undefined): PolicyList {
  const element = document.createElement('firmbook-policy-list') as PolicyList;
  element.setAttribute('partner', '1-abc');
  set(element);
  document.body.append(element);
  return element;
}

const frameOf = (element: PolicyList) => element.shadowRoot?.querySelector('iframe') as HTMLIFrameElement;

/** Posts a message to the page as the window of an element's frame does. */
function post(
  element: PolicyList,
  data: unknown,
  from: { source?: unknown; origin?: string } = {},
): unknown[] {
  const posted: unknown[] = [];
  // jsdom gives frames in a shadow tree no window.
  const source = { postMessage: (...message: unknown[]) => void posted.push(message[0]) };
  Object.defineProperty(frameOf(element), 'contentWindow', { configurable: true, value: source });
  const event = Object.assign(new Event('message'), { data, source, origin: 'null', ...from });
  window.dispatchEvent(event);
  return posted;
}

const hello = () => toPage({ type: 'hello' });
const send = (message: WidgetMessage) => channels.at(-1)?.receive(toPage(message));

function listen(element: PolicyList, type: string): unknown[] {
  const details: unknown[] = [];
  element.addEventListener(type, (event) => details.push((event as CustomEvent).detail));
  return details;
}

test('has the version of the messages of the widget', () => {
  expect(hello()).toEqual({ v: VERSION, message: { type: 'hello' } });
});

test('opens the page of the partner in a sandboxed frame', () => {
  const frame = frameOf(add());
  expect(frame.src).toBe('http://localhost/embed/1-abc/policy-list');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-downloads');
  expect(frame.title).toBe('Policies');
});

test('reports a missing partner', () => {
  const element = document.createElement('firmbook-policy-list') as PolicyList;
  const errors = listen(element, 'error');
  document.body.append(element);
  expect(errors).toMatchObject([{ code: 'partner_missing' }]);
});

test('answers the greeting of its frame with a port, and nobody else', () => {
  const element = add();
  expect(post(element, hello(), { source: window })).toEqual([]);
  expect(post(element, hello(), { origin: 'https://evil.example' })).toEqual([]);
  expect(post(element, 'hello')).toEqual([]);
  expect(post(element, { v: 2, message: { type: 'hello' } })).toEqual([]);
  expect(channels).toHaveLength(0);
  expect(post(element, hello())).toEqual([{ v: 1, message: { type: 'connect' } }]);
});

test('answers with a client secret of the page', async () => {
  const element = add((one) => {
    one.fetchClientSecret = async () => 'secret';
  });
  post(element, hello());
  send({ type: 'needSecret' });
  const answer = { v: 1, message: { type: 'secret', clientSecret: 'secret' } };
  await waitFor(() => expect(channels[0]?.sent).toEqual([answer]));
});

test('reports a page that has no client secret', async () => {
  const element = add((one) => {
    one.fetchClientSecret = async () => {
      throw new Error('The session could not be created.');
    };
  });
  const errors = listen(element, 'error');
  post(element, hello());
  send({ type: 'needSecret' });
  await waitFor(() => expect(channels[0]?.sent).toEqual([{ v: 1, message: { type: 'secretFailed' } }]));
  expect(errors).toEqual([{ code: 'secret_failed', message: 'The session could not be created.' }]);
});

test('passes on the events of the widget and adjusts the height', () => {
  const element = add();
  const selected = listen(element, 'select');
  const ready = listen(element, 'ready');
  post(element, hello());
  send({ type: 'ready' });
  send({ type: 'resize', height: 512 });
  send({ type: 'select', uuid: 'u', policyNumber: 'P-1' });
  channels[0]?.receive({ v: 1, message: { type: 'click' } });
  channels[0]?.receive('garbage');
  expect(ready).toEqual([{}]);
  expect(selected).toEqual([{ uuid: 'u', policyNumber: 'P-1' }]);
  expect(frameOf(element).style.height).toBe('512px');
});

test('keeps calls until the frame is ready, in order', () => {
  const element = add();
  element.update({ pageSize: 10 });
  element.logout();
  post(element, hello());
  expect(channels[0]?.sent).toEqual([
    { v: 1, message: { type: 'update', options: { pageSize: 10 } } },
    { v: 1, message: { type: 'logout' } },
  ]);
});

test('runs calls that waited for the script, and later ones at once', () => {
  const element = add();
  post(element, hello());
  const page = window as unknown as { firmbookEmbed: { push: (...commands: unknown[]) => void } };
  Object.assign(page, { firmbookEmbed: [['update', element, { pageSize: 5 }]] });
  runCommands();
  page.firmbookEmbed.push(['logout', element]);
  expect(channels[0]?.sent).toEqual([
    { v: 1, message: { type: 'update', options: { pageSize: 5 } } },
    { v: 1, message: { type: 'logout' } },
  ]);
});

test('closes the channel when the element leaves the page, and opens another when it returns', () => {
  const element = add();
  post(element, hello());
  element.remove();
  expect(channels[0]?.isClosed).toBe(true);
  expect(frameOf(element)).toBeNull();
  document.body.append(element);
  post(element, hello());
  expect(channels).toHaveLength(2);
});

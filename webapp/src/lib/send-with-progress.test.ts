import { sendWithProgress } from './send-with-progress';

/** An `XMLHttpRequest` that the test responds to. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  sent: unknown;
  headers: Record<string, string> = {};
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader = () => 'application/json';
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  respond(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event('load'));
  }
}

const { XMLHttpRequest } = globalThis;
beforeEach(() => {
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = XMLHttpRequest;
});

test('reports upload progress and responds like fetch', async () => {
  const parts: number[] = [];
  const respond = sendWithProgress((part) => parts.push(part))('/api/x', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: 'text',
  });
  const { last } = FakeRequest;
  expect([last.sent, last.headers]).toEqual(['text', { accept: 'application/json' }]);
  for (const loaded of [1, 4]) last.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 4 }));
  last.respond(422, '{"code":"empty"}');
  const got = await respond;
  expect([got.status, got.ok, await got.json()]).toEqual([422, false, { code: 'empty' }]);
  expect(parts).toEqual([0.25, 1]);
});

test('rejects on a network error or when aborted', async () => {
  const send = sendWithProgress(() => undefined);
  const broken = send('/api/x', { method: 'POST' });
  FakeRequest.last.dispatchEvent(new Event('error'));
  await expect(broken).rejects.toThrow('no answer');
  const controller = new AbortController();
  const { signal } = controller;
  const given = send('/api/x', { method: 'POST', signal });
  controller.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  await expect(send('/api/x', { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Webhooks } from './webhooks.mjs';

const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');
const FILES = {
  '/page.js': ['text/javascript; charset=utf-8', read('page.js')],
  '/list.js': ['text/javascript; charset=utf-8', read('list.js')],
  '/page.css': ['text/css; charset=utf-8', read('page.css')],
};
const PAGES = { '/': read('page.html'), '/list': read('list.html') };

/** Creates the partner's web server: pages with widgets, the call that creates sessions, and a webhook. */
export function site(backend) {
  const { portal } = backend;
  const webhooks = new Webhooks();
  // The strictest policy that works. Its `script-src` and `frame-src` are the ones we document.
  const policy = `default-src 'none'; script-src 'self' ${portal}; frame-src ${portal}; style-src 'self'; connect-src 'self'`;
  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const answer = (status, type, body) => {
      const headers = {
        'content-type': type,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        ...(searchParams.has('isolated') && { 'cross-origin-embedder-policy': 'require-corp' }),
      };
      response.writeHead(status, headers).end(body);
    };
    try {
      if (request.method === 'POST' && pathname === '/widget-session') {
        const body = JSON.parse(await text(request));
        answer(200, 'application/json', JSON.stringify({ clientSecret: await backend.createSession(body) }));
      } else if (request.method === 'POST' && pathname === '/webhooks') {
        const body = await text(request);
        const { webhookSecret } = await backend.setup();
        const header = request.headers['firmbook-signature'];
        answer(webhooks.receive(webhookSecret, header, body), 'text/plain');
      } else if (pathname === '/webhooks') {
        await backend.setup();
        answer(200, 'application/json', JSON.stringify(webhooks.events));
      } else if (PAGES[pathname]) {
        const embedId = await backend.embedId();
        const page = PAGES[pathname].replaceAll('__PORTAL__', portal).replaceAll('__PARTNER__', embedId);
        answer(200, 'text/html; charset=utf-8', page);
      } else if (pathname === '/readyz') answer(200, 'text/plain', 'ready');
      else if (FILES[pathname]) answer(200, ...FILES[pathname]);
      else answer(404, 'text/plain', 'Not found');
    } catch (error) {
      console.error(error.message);
      answer(502, 'text/plain', 'The portal refused the session.');
    }
  });
}

async function text(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { list, mail, nothing } from './pages.mjs';

const STYLE = readFileSync(join(import.meta.dirname, 'mail.css'));
const HTML = 'text/html; charset=utf-8';
/** Blocks scripts and external resources, also in messages. */
const POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-src 'self'";

/** Creates a web server for the messages: list, text view, and HTML view in a sandboxed frame. */
export function web(mailbox) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [, resource, id, part, index] = pathname.split('/');
    const found = resource === 'mail' ? mailbox.find(Number(id)) : undefined;
    const file = part === 'attachment' ? found?.attachments[Number(index)] : undefined;
    const answer = (status, type, body, policy = POLICY, headers = {}) => {
      response.writeHead(status, {
        'content-type': type,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        ...headers,
      });
      response.end(body);
    };
    if (pathname === '/') answer(200, HTML, list(mailbox.all()));
    else if (pathname === '/mail.css') answer(200, 'text/css; charset=utf-8', STYLE);
    else if (pathname === '/mails.json') answer(200, 'application/json', JSON.stringify(mailbox.all()));
    else if (found && part === 'html') answer(200, HTML, found.html, `${POLICY}; sandbox`);
    else if (file)
      answer(200, file.type, file.content(), `${POLICY}; sandbox`, { 'content-disposition': 'attachment' });
    else if (found && part === undefined) answer(200, HTML, mail(found));
    else answer(404, HTML, nothing());
  });
}

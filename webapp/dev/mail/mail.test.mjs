import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

const [smtpPort, webPort] = await Promise.all([freePort(), freePort()]);
let sink;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

before(
  async () => {
    const program = join(import.meta.dirname, '../mail-sink.mjs');
    sink = spawn(process.execPath, [program, '--smtp-port', smtpPort, '--web-port', webPort]);
    let lines = 0;
    for await (const _line of createInterface(sink.stdout)) if ((lines += 1) === 2) break;
  },
  { timeout: 20_000 },
);
after(async () => {
  const ended = once(sink, 'exit');
  sink.kill('SIGTERM');
  await ended;
});

async function send(...mails) {
  const socket = connect(smtpPort, '127.0.0.1');
  const answers = createInterface(socket)[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value } = await answers.next();
      // The last line of an SMTP response has a space after its code.
      if (/^\d{3} /.test(value)) return value;
    }
  };
  const say = async (words) => {
    socket.write(`${words}\r\n`);
    return answer();
  };
  await answer();
  await say('EHLO test.example');
  for (const mail of mails) {
    await say('MAIL FROM:<no-reply@portal.example>');
    await say('RCPT TO:<dana@firm.example>');
    await say('DATA');
    assert.match(await say(`${mail}\r\n.`), /^250/);
  }
  await say('QUIT');
  socket.destroy();
}

const mail = (id, subject) =>
  [
    `Message-ID: <${id}@portal.example>`,
    'From: Firmbook <no-reply@portal.example>',
    'To: Dana <dana@firm.example>',
    `Subject: ${subject}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hello</p><script>alert(1)</script>',
  ].join('\r\n');

const get = (path) => fetch(`http://localhost:${webPort}${path}`);

test('lists messages and merges duplicates', { timeout: 20_000 }, async () => {
  assert.match(await (await get('/')).text(), /No messages yet/);
  await send(mail(1, '<b>First</b>'), mail(2, 'Second'), mail(1, '<b>First</b>'));
  const mails = await (await get('/mails.json')).json();
  assert.deepEqual(
    mails.map(({ subject, times }) => [subject, times]),
    [
      ['Second', 1],
      ['<b>First</b>', 2],
    ],
  );
  const list = await (await get('/')).text();
  assert.match(list, /&lt;b&gt;First/);
  assert.doesNotMatch(list, /<b>First/);
});

test('serves attachments as downloads', { timeout: 20_000 }, async () => {
  const boundary = '--part';
  const parts = [
    ['Content-Type: text/plain', '', 'See the file.'],
    [
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="Book <1>.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('%PDF-1').toString('base64'),
    ],
  ];
  const head = [
    'Message-ID: <3@portal.example>',
    'To: Dana <dana@firm.example>',
    'Subject: With a file',
    'Content-Type: multipart/mixed; boundary=part',
    '',
  ];
  await send([...head, ...parts.flatMap((part) => [boundary, ...part]), `${boundary}--`].join('\r\n'));
  const [{ id, attachments }] = await (await get('/mails.json')).json();
  assert.deepEqual(attachments, [
    { name: 'Book <1>.pdf', bytes: 6, type: 'application/pdf', path: `/mail/${id}/attachment/0` },
  ]);
  assert.match(await (await get(`/mail/${id}`)).text(), /attachment\/0">Book &lt;1&gt;.pdf</);
  const file = await get(attachments[0].path);
  assert.equal(file.headers.get('content-type'), 'application/pdf');
  assert.equal(file.headers.get('content-disposition'), 'attachment');
  assert.equal(await file.text(), '%PDF-1');
  assert.equal((await get(`/mail/${id}/attachment/1`)).status, 404);
});

test('renders messages in a sandbox', { timeout: 20_000 }, async () => {
  const page = await get('/mail/1');
  assert.match(await page.text(), /<iframe title="HTML" sandbox src="\/mail\/1\/html">/);
  const html = await get('/mail/1/html');
  assert.match(html.headers.get('content-security-policy'), /default-src 'none'.*sandbox/);
  assert.equal((await get('/mail/99')).status, 404);
  assert.equal((await get('/mail/1/else')).status, 404);
});

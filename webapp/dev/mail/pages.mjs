import { escape } from '../idp/html.mjs';

function page(title, content) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · Mail</title>
    <link rel="stylesheet" href="/mail.css" />
  </head>
  <body>
    <main>${content}</main>
  </body>
</html>`;
}

const when = (date) => (date ? date.replace('T', ' ').replace(/\.\d+Z$/, ' UTC') : '');

export function list(mails) {
  const row = ({ id, to, subject, date }) =>
    `<li><a href="/mail/${id}">${escape(subject)}</a><span>${escape(to)}</span><time>${escape(when(date))}</time></li>`;
  const rows =
    mails.length > 0 ? `<ul class="list">${mails.map(row).join('')}</ul>` : '<p>No messages yet.</p>';
  return page('Inbox', `<h1>Inbox</h1>${rows}`);
}

/** Returns a list of links to the attachments. */
const files = (attachments) =>
  `<h2>Files</h2><ul>${attachments.map(({ name, path }) => `<li><a href="${path}">${escape(name)}</a></li>`).join('')}</ul>`;

export function mail({ id, from, to, subject, date, messageId, times, text, html, attachments }) {
  const facts = {
    From: from,
    To: to,
    Date: when(date),
    'Message-ID': messageId,
    Received: `${times} ×`,
  };
  const terms = Object.entries(facts).map(
    ([name, value]) => `<dt>${name}</dt><dd>${escape(value ?? '')}</dd>`,
  );
  const frame = `<h2>HTML</h2><iframe title="HTML" sandbox src="/mail/${id}/html"></iframe>`;
  return page(
    subject,
    `<p><a href="/">All messages</a></p><h1>${escape(subject)}</h1><dl>${terms.join('')}</dl>
      ${attachments.length > 0 ? files(attachments) : ''}
      <h2>Text</h2><pre tabindex="0">${escape(text)}</pre>${html ? frame : ''}`,
  );
}

export const nothing = () =>
  page('Not found', '<h1>Message not found.</h1><p><a href="/">All messages</a></p>');

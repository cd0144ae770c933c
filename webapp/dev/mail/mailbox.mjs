import { simpleParser } from 'mailparser';

/** Maximum number of messages. The oldest are dropped. */
const MOST = 500;

/** Received messages, newest first. Messages with a known Message-ID only increase its count. */
export class Mailbox {
  #mails = [];
  #count = 0;

  async take(source) {
    const parsed = await simpleParser(source);
    const known = this.#mails.find(({ messageId }) => messageId && messageId === parsed.messageId);
    if (known) {
      known.times += 1;
      return;
    }
    this.#count += 1;
    this.#mails.unshift({
      id: this.#count,
      messageId: parsed.messageId ?? null,
      times: 1,
      from: parsed.from?.text ?? '',
      to: [parsed.to ?? []]
        .flat()
        .map(({ text }) => text)
        .join(', '),
      subject: parsed.subject ?? '',
      date: parsed.date?.toISOString() ?? null,
      text: parsed.text ?? '',
      html: parsed.html || '',
      attachments: parsed.attachments.map(({ filename, size, contentType, content }, index) => ({
        name: filename ?? '',
        bytes: size,
        type: contentType,
        path: `/mail/${this.#count}/attachment/${index}`,
        content: () => content,
      })),
    });
    this.#mails.length = Math.min(this.#mails.length, MOST);
  }

  all = () => this.#mails;

  find = (id) => this.#mails.find((mail) => mail.id === id);
}

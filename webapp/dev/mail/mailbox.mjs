import { simpleParser } from 'mailparser';

/** As many as are kept; older ones go. */
const MOST = 500;

/** The mails that came, newest first. One that comes again under its Message-ID is counted and not shown twice. */
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
      attachments: parsed.attachments.map(({ filename, size }) => ({ name: filename ?? '', bytes: size })),
    });
    this.#mails.length = Math.min(this.#mails.length, MOST);
  }

  all = () => this.#mails;

  find = (id) => this.#mails.find((mail) => mail.id === id);
}

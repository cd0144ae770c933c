import { MAIL } from './journey';

interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  attachments: { name: string; path: string }[];
}

const received = async () => (await (await fetch(`${MAIL}/mails.json`)).json()) as Mail[];

/** Returns the messages with this subject. */
export async function mailsOf(subject: string): Promise<Mail[]> {
  return (await received()).filter((mail) => mail.subject === subject);
}

/** Waits for a message to `to` with `text` in its subject. */
export async function mailOf(to: string, text: string): Promise<Mail> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const mails = await received();
    const found = mails.find((mail) => mail.to.includes(to) && mail.subject.includes(text));
    if (found) return found;
    if (Date.now() > deadline)
      throw new Error(`no message “${text}” to ${to}: ${mails.map(({ subject }) => subject).join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

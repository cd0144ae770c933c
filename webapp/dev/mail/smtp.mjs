import { SMTPServer } from 'smtp-server';

const LARGEST_BYTES = 10 * 1024 * 1024;

/** Creates an SMTP server that accepts all mail. */
export function smtp(mailbox) {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: LARGEST_BYTES,
    logger: false,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onData(stream, _session, done) {
      mailbox.take(stream).then(() => done(), done);
    },
  });
}

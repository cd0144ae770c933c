// Mail server for development: accepts all mail, delivers none, and shows it in the browser.
import { parseArgs } from 'node:util';
import { Mailbox } from './mail/mailbox.mjs';
import { smtp } from './mail/smtp.mjs';
import { web } from './mail/web.mjs';

const { values } = parseArgs({
  options: {
    'smtp-port': { type: 'string', default: '4002' },
    'web-port': { type: 'string', default: '4003' },
  },
});

const mailbox = new Mailbox();
const places = [
  [smtp(mailbox), values['smtp-port'], 'accepting mail at smtp://localhost'],
  [web(mailbox), values['web-port'], 'showing mail at http://localhost'],
];
for (const [server, port, words] of places) {
  server.on('error', (error) => {
    const taken = `port ${port} is in use: stop the other program or choose another port`;
    console.error(error.code === 'EADDRINUSE' ? taken : error.message);
    process.exit(1);
  });
  server.listen(Number(port), '127.0.0.1', () => console.log(`${words}:${port}`));
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

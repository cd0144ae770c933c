// Partner site for development. Its page embeds widgets, and its backend creates their sessions.
//   node partner-site.mjs [--port N] [--portal URL] [--issuer URL] [--login USER]
import { parseArgs } from 'node:util';
import { Backend } from './partner/backend.mjs';
import { site } from './partner/site.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4004' },
    portal: { type: 'string', default: 'http://localhost:4000' },
    issuer: { type: 'string', default: 'http://localhost:4001' },
    login: { type: 'string', default: 'dana.whitfield' },
  },
});
const { port, portal, issuer, login } = values;

// Not `localhost`, so that the browser treats the portal as a third party.
const origin = `http://127.0.0.1:${port}`;
const server = site(new Backend({ origin, portal, issuer, login }));
server.on('error', (error) => {
  const taken = `port ${port} is in use: stop the other program or choose another port`;
  console.error(error.code === 'EADDRINUSE' ? taken : error.message);
  process.exit(1);
});
server.listen(Number(port), '127.0.0.1', () => console.log(`showing the partner's site at ${origin}`));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));

// Identity provider for development: a real OpenID Connect provider with fictional users.
// It has no passwords, so it listens on localhost only.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Polyfill of a newer Node function that oidc-provider calls.
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

const { Provider } = await import('oidc-provider');
const { configuration } = await import('./idp/configuration.mjs');
const { loadKeys } = await import('./idp/keys.mjs');
const { pages } = await import('./idp/pages.mjs');
const { Store } = await import('./idp/store.mjs');

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4001' },
    'web-origin': { type: 'string', multiple: true, default: ['http://localhost:4000'] },
    data: { type: 'string', default: '.data' },
    users: { type: 'string', default: join(import.meta.dirname, 'users.json') },
  },
});

const issuer = `http://localhost:${values.port}`;
const webOrigins = values['web-origin'];
const users = JSON.parse(readFileSync(values.users, 'utf8'));
mkdirSync(values.data, { recursive: true });
const keys = await loadKeys(join(values.data, 'idp-keys.json'));
const store = new Store(join(values.data, 'idp-sessions.json'));

const provider = new Provider(issuer, configuration({ webOrigins, users, keys, store }));
provider.use(pages({ provider, users, webOrigins }));
provider.on('server_error', (_ctx, error) => console.error(error));

const server = provider.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`identity provider listening at ${issuer}`);
});
server.on('error', (error) => {
  const taken = `port ${values.port} is in use: stop the other program or choose another port`;
  console.error(error.code === 'EADDRINUSE' ? taken : error.message);
  process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    store.save();
    process.exit(0);
  });
}

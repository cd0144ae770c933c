// Signs a demo user in as a browser would, and prints the access token.
//   node token.mjs --login dana.whitfield [--firm 1] [--issuer URL] [--web-origin URL]
import { parseArgs } from 'node:util';
import { Failure, signIn } from './idp/browser.mjs';

const { values } = parseArgs({
  options: {
    login: { type: 'string' },
    firm: { type: 'string' },
    issuer: { type: 'string', default: 'http://localhost:4001' },
    'web-origin': { type: 'string', default: 'http://localhost:4000' },
  },
});
const { login, firm, issuer, 'web-origin': webOrigin } = values;

async function chooseFirm(token) {
  const url = `${webOrigin}/api/Account/firm/${firm}`;
  const response = await fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${token}` } }).catch(
    () => {
      throw new Failure(`no server answers at ${webOrigin}: start it with \`cargo xtask run\``);
    },
  );
  if (!response.ok)
    throw new Failure(`firm ${firm} was refused: ${response.status} ${await response.text()}`);
}

try {
  if (!login) throw new Failure('say who signs in: --login USER');
  const tokens = await signIn({ issuer, redirectUri: `${webOrigin}/login/callback`, login });
  if (firm) await chooseFirm(tokens.access_token);
  console.log(tokens.access_token);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}

// Signs in as a demo user and prints the access token on the last line of standard output.
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

async function api(token, method, path) {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${webOrigin}/api/${path}`, { method, headers }).catch(() => {
    throw new Failure(`no server is running at ${webOrigin}: start it with \`cargo xtask run\``);
  });
}

async function chooseFirm(token, firmId) {
  const response = await api(token, 'PUT', `Account/firm/${firmId}`);
  if (!response.ok)
    throw new Failure(`cannot select firm ${firmId}: ${response.status} ${await response.text()}`);
}

/** Selects the first active firm for a user with several accounts. */
async function chooseFirst(token) {
  const details = await api(token, 'GET', 'User/details');
  if (details.ok || (await details.json()).code !== 'choose_account') return;
  const accounts = await (await api(token, 'GET', 'Account')).json();
  const first = accounts.find((account) => account.isFirmActive);
  if (!first) throw new Failure(`${login} has no active firm: select an account in the portal`);
  await chooseFirm(token, first.firmId);
  console.log(`${login} has several accounts: using ${first.firmName}; select another with --firm N`);
}

try {
  if (!login) throw new Failure('missing option: --login USER');
  const tokens = await signIn({ issuer, redirectUri: `${webOrigin}/login/callback`, login });
  if (firm) await chooseFirm(tokens.access_token, firm);
  else await chooseFirst(tokens.access_token);
  console.log(tokens.access_token);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}

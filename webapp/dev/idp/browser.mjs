// Signs in without a browser: authorization code flow with PKCE.
import { createHash, randomBytes } from 'node:crypto';
import { CLIENT_ID } from './names.mjs';

const MOST_REDIRECTS = 10;

/** An expected error. Its message is shown to the user of the command. */
export class Failure extends Error {}

/** Returns a `fetch` function with a cookie jar that does not follow redirects. */
export function browser() {
  const cookies = new Map();
  return async (url, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...options,
      redirect: 'manual',
      headers: { ...options.headers, cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
}

export async function discover(issuer) {
  try {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`);
    return await response.json();
  } catch {
    throw new Failure(`no identity provider is running at ${issuer}: start it with \`cargo xtask run\``);
  }
}

/** Parameters of an authorization request, and the PKCE verifier to redeem the code with. */
export function codeRequest(redirectUri, more = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email firmbook',
    state: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  return { verifier, parameters };
}

/** Follows redirects, signs in as `login` when asked, and returns the parameters of the redirect URL. */
export async function authorize(visit, endpoint, parameters, login) {
  let url = new URL(`${endpoint}?${new URLSearchParams(parameters)}`);
  for (let step = 0; step < MOST_REDIRECTS; step += 1) {
    let response = await visit(url);
    if (response.status === 200) {
      response = await visit(url, { method: 'POST', body: new URLSearchParams({ login }) });
      if (response.status === 400) throw new Failure(`there is no demo user ${login}`);
    }
    const location = response.headers.get('location');
    if (!location) throw new Failure(`the identity provider returned ${response.status} for ${url.pathname}`);
    url = new URL(location, url);
    if (url.href.startsWith(`${parameters.redirect_uri}?`)) return Object.fromEntries(url.searchParams);
  }
  throw new Failure('too many redirects by the identity provider');
}

/** Requests tokens. Callers check `ok`. */
export async function requestTokens(endpoint, parameters) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...parameters });
  const response = await fetch(endpoint, { method: 'POST', body });
  return { ok: response.ok, ...(await response.json()) };
}

/** Signs a user in and returns the tokens. */
export async function signIn({ issuer, redirectUri, login, visit = browser(), more }) {
  const endpoints = await discover(issuer);
  const { verifier, parameters } = codeRequest(redirectUri, more);
  const answer = await authorize(visit, endpoints.authorization_endpoint, parameters, login);
  if (answer.state !== parameters.state || !answer.code) {
    throw new Failure(`sign-in rejected by the provider: ${answer.error_description ?? answer.error}`);
  }
  const tokens = await requestTokens(endpoints.token_endpoint, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: answer.code,
    code_verifier: verifier,
  });
  if (!tokens.ok) throw new Failure(`the identity provider issued no token: ${tokens.error_description}`);
  return tokens;
}

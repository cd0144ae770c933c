// A sign-in without a browser: the code flow with PKCE, step by step.
import { createHash, randomBytes } from 'node:crypto';
import { CLIENT_ID } from './names.mjs';

const MOST_REDIRECTS = 10;

/** What went wrong, in a sentence for whoever typed the command. */
export class Failure extends Error {}

/** `fetch` with cookies, following no redirect unseen. */
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
    throw new Failure(`no identity provider answers at ${issuer}: start it with \`cargo xtask run\``);
  }
}

/** The request for a code: its parameters, and the verifier that redeems the code. */
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

/** Goes from redirect to redirect, chooses `login` where it is asked who signs in, and returns what came back. */
export async function authorize(visit, endpoint, parameters, login) {
  let url = new URL(`${endpoint}?${new URLSearchParams(parameters)}`);
  for (let step = 0; step < MOST_REDIRECTS; step += 1) {
    let response = await visit(url);
    if (response.status === 200) {
      response = await visit(url, { method: 'POST', body: new URLSearchParams({ login }) });
      if (response.status === 400) throw new Failure(`there is no demo user ${login}`);
    }
    const location = response.headers.get('location');
    if (!location) throw new Failure(`the identity provider answered ${response.status} at ${url.pathname}`);
    url = new URL(location, url);
    if (url.href.startsWith(`${parameters.redirect_uri}?`)) return Object.fromEntries(url.searchParams);
  }
  throw new Failure('the identity provider redirects in a circle');
}

/** Asks for tokens; the answer's status is left to the caller. */
export async function requestTokens(endpoint, parameters) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...parameters });
  const response = await fetch(endpoint, { method: 'POST', body });
  return { ok: response.ok, ...(await response.json()) };
}

/** The whole way, for one user. */
export async function signIn({ issuer, redirectUri, login, visit = browser(), more }) {
  const endpoints = await discover(issuer);
  const { verifier, parameters } = codeRequest(redirectUri, more);
  const answer = await authorize(visit, endpoints.authorization_endpoint, parameters, login);
  if (answer.state !== parameters.state || !answer.code) {
    throw new Failure(`the identity provider refused: ${answer.error_description ?? answer.error}`);
  }
  const tokens = await requestTokens(endpoints.token_endpoint, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: answer.code,
    code_verifier: verifier,
  });
  if (!tokens.ok) throw new Failure(`the identity provider gave no token: ${tokens.error_description}`);
  return tokens;
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { authorize, browser, codeRequest, discover, requestTokens, signIn } from './browser.mjs';

const WEB = 'http://localhost:4900';
const redirectUri = `${WEB}/login/callback`;
const data = mkdtempSync(join(tmpdir(), 'firmbook-idp-'));
const port = await freePort();
const issuer = `http://localhost:${port}`;
let provider;
let endpoints;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}

async function start() {
  const program = join(import.meta.dirname, '../identity-provider.mjs');
  provider = spawn(process.execPath, [program, '--port', port, '--web-origin', WEB, '--data', data]);
  for await (const line of provider.stdout) if (String(line).includes(issuer)) break;
}

async function stop(signal) {
  const ended = once(provider, 'exit');
  provider.kill(signal);
  await ended;
}

const claims = (jwt) => JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url'));
const renew = (token) =>
  requestTokens(endpoints.token_endpoint, { grant_type: 'refresh_token', refresh_token: token });
const silently = (visit, more = {}) => {
  const { parameters } = codeRequest(`${WEB}/login/silent`, { prompt: 'none', ...more });
  return authorize(visit, endpoints.authorization_endpoint, parameters);
};

before(async () => {
  await start();
  endpoints = await discover(issuer);
});
after(async () => {
  await stop();
  rmSync(data, { recursive: true });
});

test('issues access tokens for the API, valid for ten minutes, with the session id', async () => {
  const tokens = await signIn({ issuer, redirectUri, login: 'dana.whitfield' });
  const { aud, sub, scope, sid, iat, exp, iss, auth_time: authTime } = claims(tokens.access_token);
  assert.deepEqual(
    { aud, sub, scope, iss },
    { aud: 'firmbook-api', sub: 'dana.whitfield', scope: 'firmbook', iss: issuer },
  );
  assert.equal(exp - iat, 600);
  assert.ok(sid);
  assert.ok(authTime <= iat && authTime > iat - 60);
  assert.equal(claims(tokens.id_token).name, 'Dana Whitfield');
});

test('renewal keeps the session, and reuse of a refresh token ends it', async () => {
  const first = await signIn({ issuer, redirectUri, login: 'dana.whitfield' });
  const second = await renew(first.refresh_token);
  assert.equal(claims(second.access_token).sid, claims(first.access_token).sid);
  assert.equal(claims(second.access_token).auth_time, claims(first.access_token).auth_time);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await renew(first.refresh_token)).error, 'invalid_grant');
  assert.equal((await renew(second.refresh_token)).error, 'invalid_grant');
});

test('silent renewal requires a session and keeps it', async () => {
  assert.equal((await silently(browser())).error, 'login_required');
  const visit = browser();
  const tokens = await signIn({ issuer, redirectUri, login: 'joan.mercer', visit });
  const silent = await signIn({
    issuer,
    redirectUri: `${WEB}/login/silent`,
    visit,
    more: { prompt: 'none' },
  });
  assert.equal(claims(silent.access_token).sid, claims(tokens.access_token).sid);
});

test('a repeated sign-in keeps the grant and updates its time', async () => {
  const visit = browser();
  const first = await signIn({ issuer, redirectUri, login: 'sam.ostrander', visit });
  const { auth_time: before, sid } = claims(first.access_token);
  // The provider's timestamps are in seconds.
  while (Date.now() / 1000 < before + 1) await silently(visit);
  const again = await signIn({
    issuer,
    redirectUri,
    login: 'sam.ostrander',
    visit,
    more: { prompt: 'login' },
  });
  assert.equal(claims(again.access_token).sid, sid);
  assert.ok(claims(again.access_token).auth_time > before);
});

test('sessions survive a restart, including a hard one', async () => {
  const visit = browser();
  const tokens = await signIn({ issuer, redirectUri, login: 'noor.haddad', visit });
  await new Promise((done) => setTimeout(done, 200));
  await stop('SIGKILL');
  await start();
  assert.ok((await silently(visit)).code);
  assert.ok((await renew(tokens.refresh_token)).access_token);
});

test('accepts only PKCE with S256 and the redirect URLs of the web app', async () => {
  const answer = async (more) => {
    const { parameters } = codeRequest(redirectUri, more);
    return authorize(browser(), endpoints.authorization_endpoint, parameters, 'sam.ostrander');
  };
  assert.equal((await answer({ code_challenge_method: 'plain' })).error, 'invalid_request');
  assert.equal((await answer({ code_challenge: '', code_challenge_method: '' })).error, 'invalid_request');
  for (const wrong of [`${WEB}/login/callback/`, `${WEB}/elsewhere`, 'http://localhost:1/login/callback']) {
    await assert.rejects(answer({ redirect_uri: wrong }), /returned 400/);
  }
  const { parameters } = codeRequest(redirectUri);
  const { code } = await authorize(browser(), endpoints.authorization_endpoint, parameters, 'sam.ostrander');
  const redeem = { grant_type: 'authorization_code', redirect_uri: redirectUri, code };
  const stolen = await requestTokens(endpoints.token_endpoint, { ...redeem, code_verifier: 'x'.repeat(43) });
  assert.equal(stolen.error, 'invalid_grant');
});

test('sign-out needs no confirmation and ends the session', async () => {
  const visit = browser();
  const { id_token: idToken, refresh_token: refreshToken } = await signIn({
    issuer,
    redirectUri,
    login: 'dana.whitfield',
    visit,
  });
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: `${WEB}/session-timeout`,
  });
  const page = await (await visit(`${endpoints.end_session_endpoint}?${query}`)).text();
  assert.match(page, /sign-out\.js/);
  const [, action] = /action="([^"]+)"/.exec(page);
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page);
  const left = await visit(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
  assert.equal(left.headers.get('location'), `${WEB}/session-timeout`);
  assert.equal((await silently(visit)).error, 'login_required');
  assert.equal((await renew(refreshToken)).error, 'invalid_grant');
  const unsure = await signIn({ issuer, redirectUri, login: 'dana.whitfield', visit });
  assert.ok(unsure);
  assert.doesNotMatch(await (await visit(endpoints.end_session_endpoint)).text(), /sign-out\.js/);
});

test('other origins cannot read tokens', async () => {
  const allowed = async (origin) => {
    const response = await fetch(endpoints.token_endpoint, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'firmbook-web',
        refresh_token: 'x',
      }),
    });
    return response.headers.get('access-control-allow-origin');
  };
  assert.equal(await allowed(WEB), WEB);
  assert.equal(await allowed('http://localhost:1'), null);
});

import { interactionPolicy } from 'oidc-provider';
import { AUDIENCE, CLIENT_ID } from './names.mjs';
import { renderError, renderLogout, renderLoggedOut } from './pages.mjs';

/** Resource indicator of the API. The protocol requires a URI. */
const RESOURCE = 'urn:firmbook:api';
const RESOURCE_SCOPE = 'firmbook';
const SCOPES = ['openid', 'profile', 'email', 'offline_access'];

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export function configuration({ webOrigins, users, keys, store }) {
  return {
    adapter: (model) => store.adapter(model),
    jwks: keys.jwks,
    cookies: {
      keys: keys.cookieKeys,
      names: {
        session: 'firmbook_idp_session',
        interaction: 'firmbook_idp_step',
        resume: 'firmbook_idp_resume',
      },
    },
    clients: [browserClient(webOrigins)],
    clientBasedCORS: (_ctx, origin) => webOrigins.includes(origin),
    findAccount: (_ctx, login) => account(users.find((user) => user.login === login)),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    scopes: SCOPES,
    pkce: { required: () => true },
    responseTypes: ['code'],
    interactions: { policy: loginOnly(), url: (_ctx, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // Renewals keep the grant and the sign-in time.
    extraTokenClaims: ({ oidc: { entities } }, token) => ({
      sid: token.grantId,
      auth_time: (entities.RefreshToken ?? entities.AuthorizationCode)?.authTime,
    }),
    renderError,
    ttl: {
      AccessToken: 10 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: 10 * MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: 14 * DAY,
      Session: 14 * DAY,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderLogout,
        postLogoutSuccessSource: renderLoggedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: RESOURCE_SCOPE,
          audience: AUDIENCE,
          accessTokenTTL: 10 * MINUTE,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}

function browserClient(webOrigins) {
  return {
    client_id: CLIENT_ID,
    client_name: 'Firmbook',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: webOrigins.flatMap((origin) => [`${origin}/login/callback`, `${origin}/login/silent`]),
    post_logout_redirect_uris: webOrigins.flatMap((origin) =>
      ['/', '/signed-out', '/session-timeout'].map((path) => origin + path),
    ),
  };
}

function account(user) {
  return (
    user && {
      accountId: user.login,
      claims: () => ({
        sub: user.login,
        name: user.name,
        preferred_username: user.login,
        email: user.email,
        email_verified: true,
      }),
    }
  );
}

/** Skips the consent prompt, because the web app is the only client. */
function loginOnly() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

async function loadExistingGrant({ oidc }) {
  const { provider, client, session, account: signedIn } = oidc;
  const known = session.grantIdFor(client.clientId);
  const existing = known && (await provider.Grant.find(known));
  if (existing) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: signedIn.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  grant.addResourceScope(RESOURCE, RESOURCE_SCOPE);
  await grant.save();
  return grant;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape, layout, picker } from './html.mjs';

const assets = new Map(
  [
    ['/sign-in.css', 'text/css', 'sign-in.css'],
    ['/sign-out.js', 'text/javascript', 'sign-out.js'],
  ].map(([path, type, file]) => [path, { type, body: readFileSync(join(import.meta.dirname, file)) }]),
);

/** Returns Koa middleware that serves the user selection and its assets. */
export function pages({ provider, users, webOrigins }) {
  return async (ctx, next) => {
    const asset = assets.get(ctx.path);
    if (asset) {
      ctx.type = asset.type;
      ctx.body = asset.body;
      return;
    }
    if (ctx.path === '/') {
      ctx.redirect(webOrigins[0]);
      return;
    }
    protect(ctx, webOrigins);
    if (ctx.path.startsWith('/sign-in/')) await signIn(ctx, { provider, users, webOrigins });
    else await next();
  };
}

function protect(ctx, webOrigins) {
  const forms = ["'self'", ...webOrigins].join(' ');
  ctx.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; script-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

async function signIn(ctx, { provider, users, webOrigins }) {
  ctx.set('Cache-Control', 'no-store');
  let details;
  try {
    details = await provider.interactionDetails(ctx.req, ctx.res);
  } catch {
    expired(ctx, webOrigins);
    return;
  }
  if (ctx.path !== `/sign-in/${details.uid}`) {
    expired(ctx, webOrigins);
    return;
  }
  if (ctx.method !== 'POST') {
    ctx.body = picker({ users, wanted: details.params.login_hint });
    return;
  }
  const login = new URLSearchParams(await body(ctx.req)).get('login');
  if (!users.some((user) => user.login === login)) {
    ctx.status = 400;
    ctx.body = picker({ users, problem: 'Unknown user. Select one from the list.' });
    return;
  }
  const result = { login: { accountId: login, remember: true } };
  ctx.status = 303;
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
}

function expired(ctx, webOrigins) {
  ctx.status = 400;
  ctx.body = layout(
    'This sign-in has expired',
    `<p>It was already completed or took too long.</p><p><a href="${escape(webOrigins[0])}/">Sign in again</a></p>`,
  );
}

async function body(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 10_000) break;
  }
  return text;
}

/** Renders the error page for invalid requests. */
export function renderError(ctx, out) {
  ctx.type = 'html';
  const reason = escape(out.error_description ?? out.error);
  ctx.body = layout('We couldn’t sign you in', `<p>${reason}</p><p><code>${escape(out.error)}</code></p>`);
}

/** Signs out without confirmation if the ID token hint matches the session. Otherwise asks first. */
export function renderLogout(ctx, form) {
  const sure = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session.accountId;
  const script = sure ? '<script src="/sign-out.js" defer></script>' : '';
  const button = '<button form="op.logoutForm" name="logout" value="yes" class="wide">Sign out</button>';
  ctx.body = layout('Signing out', `${form}${button}${script}`);
}

export function renderLoggedOut(ctx) {
  ctx.body = layout('Signed out', '<p>You can close this page.</p>');
}

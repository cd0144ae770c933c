import { paths } from './paths';

/** Sign-in and session-end pages. The user never returns to them. */
const TRANSIENT_PATHS = ['/login/', paths.logout, paths.signedOut, paths.sessionTimeout];

/** Returns `returnTo` if it is a URL of this app worth returning to after a sign-in, otherwise the home page. */
export function sanitizeReturnUrl(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/')) return paths.home;
  const { origin } = window.location;
  // Browsers read a backslash as a slash and drop line breaks, so check the parsed URL.
  const url = URL.canParse(returnTo, origin) ? new URL(returnTo, origin) : null;
  if (url?.origin !== origin) return paths.home;
  const isTransient = TRANSIENT_PATHS.some((path) => url.pathname === path || url.pathname.startsWith(path));
  return isTransient || url.pathname.startsWith('//') ? paths.home : url.pathname + url.search + url.hash;
}

/** Like `sanitizeReturnUrl`, for a user who has just chosen an account. */
export function returnUrlInAccount(returnTo: unknown): string {
  const address = sanitizeReturnUrl(returnTo);
  return new URL(address, window.location.origin).pathname === paths.selectAccount ? paths.home : address;
}

/** Returns the current URL. */
export const currentUrl = (): string => {
  const { pathname, search, hash } = window.location;
  return sanitizeReturnUrl(pathname + search + hash);
};

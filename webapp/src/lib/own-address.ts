import { paths } from './paths';

/** Sign-in and session-end pages. The user never returns to them. */
const PASSING = ['/login/', paths.logout, paths.signedOut, paths.sessionTimeout];

/** Returns `wanted` if it is a URL of this app worth returning to after a sign-in, otherwise the home page. */
export function ownAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return paths.home;
  const { origin } = window.location;
  // Browsers read a backslash as a slash and drop line breaks, so check the parsed URL.
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url?.origin !== origin) return paths.home;
  const isPassing = PASSING.some((path) => url.pathname === path || url.pathname.startsWith(path));
  return isPassing || url.pathname.startsWith('//') ? paths.home : url.pathname + url.search + url.hash;
}

/** Like `ownAddress`, for a user who has just chosen an account. */
export function addressInAccount(wanted: unknown): string {
  const address = ownAddress(wanted);
  return new URL(address, window.location.origin).pathname === paths.selectAccount ? paths.home : address;
}

/** Returns the current URL. */
export const here = (): string => {
  const { pathname, search, hash } = window.location;
  return ownAddress(pathname + search + hash);
};

import { paths } from './paths';

/** Pages that lead elsewhere or are the end of a session: nothing to come back to. */
const PASSING = ['/login/', paths.logout, paths.signedOut, paths.sessionTimeout, paths.selectAccount];

/** An address to come back to: only one of this app, with its query and hash; the home page for anything else. */
export function ownAddress(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return paths.home;
  const { origin } = window.location;
  // Browsers read a backslash as a slash and drop line ends: only what they make of it counts.
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  if (url?.origin !== origin) return paths.home;
  const isPassing = PASSING.some((path) => url.pathname === path || url.pathname.startsWith(path));
  return isPassing || url.pathname.startsWith('//') ? paths.home : url.pathname + url.search + url.hash;
}

/** Where the user is now. */
export const here = (): string => {
  const { pathname, search, hash } = window.location;
  return ownAddress(pathname + search + hash);
};

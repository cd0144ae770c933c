const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Returns a link target, or null unless it is an absolute `http`, `https` or `mailto` URL. */
export function safeHref(href: string): string | null {
  const trimmed = href.trim();
  return URL.canParse(trimmed) && PROTOCOLS.has(new URL(trimmed).protocol) ? trimmed : null;
}

/** Returns the link target for a typed address. Accepts `example.com` and `name@example.com` as well. */
export function typedHref(typed: string): string | null {
  const trimmed = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(trimmed)) return safeHref(`mailto:${trimmed}`);
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(trimmed)) return safeHref(`https://${trimmed}`);
  return safeHref(trimmed);
}

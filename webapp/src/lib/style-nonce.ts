/** What the server's content policy lets style elements be recognised by; the page's head holds it. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

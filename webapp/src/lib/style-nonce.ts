/** Returns the CSP nonce for style elements, from the page's `<meta name="csp-nonce">`. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

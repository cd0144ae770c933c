/** Stub of CSS modules: every class maps to its own name. */
// oxlint-disable-next-line import/no-default-export -- CSS modules have a default export
export default new Proxy({}, { get: (_, name) => String(name) });

/** Replaces CSS modules in Jest. Maps every class to its own name. */
// oxlint-disable-next-line import/no-default-export -- CSS modules have a default export
export default new Proxy({}, { get: (_, name) => String(name) });

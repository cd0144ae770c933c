/** Module that Jest loads in place of CSS modules. Maps every class to its own name. */
// oxlint-disable-next-line import/no-default-export -- CSS modules have a default export
export default new Proxy({}, { get: (_, name) => String(name) });

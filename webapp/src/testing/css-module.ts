/** Every class of a CSS module is called as it is written. */
// oxlint-disable-next-line import/no-default-export -- what importing a CSS module gives
export default new Proxy({}, { get: (_, name) => String(name) });

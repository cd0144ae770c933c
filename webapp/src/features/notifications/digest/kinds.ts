/** The numbers of the kinds, by which the page asks for one alone. */
export const KINDS = Array.from({ length: 32 }, (_, i) => i + 19);

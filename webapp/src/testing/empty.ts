/** Stub of style sheets. */
export const nothing = null;

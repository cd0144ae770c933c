/** Replaces plain CSS files in Jest. */
export const emptyModule = null;

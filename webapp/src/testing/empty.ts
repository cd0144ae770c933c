/** Replaces plain CSS files in Jest. */
export const nothing = null;

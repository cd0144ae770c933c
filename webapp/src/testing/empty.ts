/** What importing a style sheet gives. */
export const nothing = null;

/** Numbers of all notification types. */
export const KINDS = Array.from({ length: 32 }, (_, i) => i + 19);

/** Formats `5.2500` as `5.25`, as a user would type it. */
export const percentText = (exact: string) => (exact.includes('.') ? exact.replace(/\.?0+$/, '') : exact);

/** Formats `5.2500` as `5.25%`. */
export const formatPercent = (exact: string) => `${percentText(exact)}%`;

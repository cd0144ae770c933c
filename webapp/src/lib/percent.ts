/** Formats `5.2500` as `5.25%`. */
export const formatPercent = (exact: string) =>
  `${exact.includes('.') ? exact.replace(/\.?0+$/, '') : exact}%`;

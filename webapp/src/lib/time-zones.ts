/** Returns all time zones that the browser knows, plus `chosen` if it is not one of them. */
export function timeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(chosen) ? known : [chosen, ...known];
}

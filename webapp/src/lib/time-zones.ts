const UNITED_STATES: Record<string, string> = {
  'America/New_York': 'Eastern Time (New York)',
  'America/Detroit': 'Eastern Time (Detroit)',
  'America/Indiana/Indianapolis': 'Eastern Time (Indianapolis)',
  'America/Chicago': 'Central Time (Chicago)',
  'America/Denver': 'Mountain Time (Denver)',
  'America/Boise': 'Mountain Time (Boise)',
  'America/Phoenix': 'Mountain Time, no daylight saving (Phoenix)',
  'America/Los_Angeles': 'Pacific Time (Los Angeles)',
  'America/Anchorage': 'Alaska Time (Anchorage)',
  'Pacific/Honolulu': 'Hawaii Time (Honolulu)',
  'America/Puerto_Rico': 'Atlantic Time (Puerto Rico)',
  'Pacific/Guam': 'Chamorro Time (Guam)',
};

/** Describes a time zone: "Eastern Time (New York)", or "Buenos Aires, Argentina, America". */
export const timeZoneLabel = (zone: string): string =>
  UNITED_STATES[zone] ?? zone.split('/').toReversed().join(', ').replaceAll('_', ' ');

/** Returns select options for all time zones that the browser knows, and for `chosen`. */
export function timeZoneOptions(chosen: string) {
  const zones = new Set([chosen, ...Intl.supportedValuesOf('timeZone')]);
  const optionsOf = (values: string[]) => values.map((value) => ({ value, label: timeZoneLabel(value) }));
  const others = optionsOf([...zones].filter((zone) => !(zone in UNITED_STATES)));
  return [
    { group: 'Common in the United States', items: optionsOf(Object.keys(UNITED_STATES)) },
    { group: 'All others', items: others.toSorted((a, b) => a.label.localeCompare(b.label)) },
  ];
}

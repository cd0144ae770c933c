/** Time zone of the demo users, whose calendar day can differ from that of the test machine. */
const ZONE = 'America/New_York';

/** Returns the date of the demo users some days from now, as `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  // The Canadian format is that of ISO dates.
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);
}

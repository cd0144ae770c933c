/** Time zone of the demo users, whose calendar day can differ from that of the test machine. */
const ZONE = 'America/New_York';

/** Returns the demo users' date `days` from now, as `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  // Canadian dates use the ISO format.
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);
}

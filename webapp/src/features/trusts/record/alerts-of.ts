import type { TrustRecord } from 'firmbook-wasm';

interface Alert {
  text: string;
  isUrgent: boolean;
}

/**
 * Returns the alerts of a trust: the reason why letters are impossible, if a gift is open, and the warnings
 * about the trust's people and gifts. They do not repeat the name of the trust, which is the heading.
 */
export function alertsOf(trust: TrustRecord): Alert[] {
  const { name, warnings, noLettersBecause, canSendLetters, nextGiftDate, nextLetterDate } = trust;
  const hasGifts = nextGiftDate !== null || nextLetterDate !== null;
  const alerts = warnings.map((text) => ({ text: text.replace(name, 'the trust'), isUrgent: false }));
  if (hasGifts && !canSendLetters) alerts.unshift({ text: noLettersBecause, isUrgent: true });
  return alerts;
}

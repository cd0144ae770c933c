import type { TrustRecord } from 'firmbook-wasm';

interface Alert {
  text: string;
  isUrgent: boolean;
}

/**
 * Returns the alerts of a trust: the reason why letters are impossible, if a gift is open, and the warnings
 * about the trust's people.
 */
export function alertsOf(trust: TrustRecord): Alert[] {
  const { warnings, noLettersBecause, canSendLetters, nextGiftDate, nextLetterDate } = trust;
  const hasGifts = nextGiftDate !== null || nextLetterDate !== null;
  const alerts = warnings.map((text) => ({ text, isUrgent: false }));
  if (hasGifts && !canSendLetters) alerts.unshift({ text: noLettersBecause, isUrgent: true });
  return alerts;
}

import type { TrustRecord } from 'firmbook-wasm';

interface Alert {
  text: string;
  isUrgent: boolean;
}

/**
 * Returns why letters are impossible, if the trust has an open gift, and the warnings about the
 * people of the trust.
 */
export function alertsOf(trust: TrustRecord): Alert[] {
  const { warnings, noLettersBecause, canSendLetters, nextGiftDate, nextLetterDate } = trust;
  const hasGifts = nextGiftDate !== null || nextLetterDate !== null;
  const alerts = warnings.map((text) => ({ text, isUrgent: false }));
  if (hasGifts && !canSendLetters) alerts.unshift({ text: noLettersBecause, isUrgent: true });
  return alerts;
}

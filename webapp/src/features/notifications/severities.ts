import type { Severity } from 'firmbook-wasm';

/** The urgencies of notifications, the most urgent first. */
export const SEVERITIES: readonly { severity: Severity; title: string }[] = [
  { severity: 'actNow', title: 'Act now' },
  { severity: 'soon', title: 'Soon' },
  { severity: 'info', title: 'News' },
];

export const titleOf = (wanted: Severity) => SEVERITIES.find(({ severity }) => severity === wanted)?.title;

/** Reads an urgency from a URL. */
export const severityOf = (code: string | null): Severity | null =>
  SEVERITIES.find(({ severity }) => severity === code)?.severity ?? null;

import type { Severity } from 'firmbook-wasm';

/** The severities of notifications, most urgent first. */
export const SEVERITIES: readonly { severity: Severity; title: string }[] = [
  { severity: 'actNow', title: 'Urgent' },
  { severity: 'soon', title: 'Soon' },
  { severity: 'info', title: 'Information' },
];

export const titleOf = (value: Severity) => SEVERITIES.find(({ severity }) => severity === value)?.title;

/** Parses a severity from the URL. Returns null if it is unknown. */
export const severityOf = (code: string | null): Severity | null =>
  SEVERITIES.find(({ severity }) => severity === code)?.severity ?? null;

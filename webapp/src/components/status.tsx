import { choices } from 'firmbook-wasm';
import classes from './status.module.css';

const STATUS_TONES: Readonly<Record<string, string>> = {
  InForce: 'good',
  PaidUp: 'good',
  Annuitized: 'good',
  Signed: 'good',
  GracePeriod: 'alert',
  LapsePending: 'alert',
  Suspended: 'alert',
  Pending: 'open',
  Deferred: 'open',
  Unknown: 'open',
  Draft: 'open',
  Complete: 'ready',
};

/** Returns the color of the status of a contract or form. */
export const toneOf = (code: string): string => STATUS_TONES[code] ?? 'ended';

/** Status of a contract: a colored dot and the label. */
export function Status({ code }: { code: string }) {
  const label = choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;
  return <StatusDot code={code} label={label} />;
}

interface StatusDotProps {
  code: string;
  label: string;
  tone?: string | undefined;
}

/** Like `Status`, with a given label. */
export const StatusDot = ({ code, label, tone = toneOf(code) }: StatusDotProps) => (
  <span className={classes.status} data-tone={tone}>
    {label}
  </span>
);

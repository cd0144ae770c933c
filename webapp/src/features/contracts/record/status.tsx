import { choices } from 'firmbook-wasm';
import classes from './status.module.css';

const GOOD = new Set(['InForce', 'PaidUp', 'Annuitized']);
const ALERT = new Set(['GracePeriod', 'LapsePending', 'Suspended']);
const OPEN = new Set(['Pending', 'Deferred', 'Unknown']);

const toneOf = (code: string) =>
  GOOD.has(code) ? 'good' : ALERT.has(code) ? 'alert' : OPEN.has(code) ? 'open' : 'ended';

/** Status of a contract: a colored dot and the label. */
export function Status({ code }: { code: string }) {
  const label = choices('policyStatus').find((choice) => choice.code === code)?.label ?? code;
  return (
    <span className={classes.status} data-tone={toneOf(code)}>
      {label}
    </span>
  );
}

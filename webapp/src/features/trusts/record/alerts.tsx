import { IconAlert, IconInfo } from '@/components/icons';
import type { TrustRecord } from 'firmbook-wasm';
import { alertsOf } from './alerts-of';
import classes from './alerts.module.css';

/** What needs action on a trust. Empty if nothing does. */
export function Alerts({ trust }: { trust: TrustRecord }) {
  const alerts = alertsOf(trust);
  if (alerts.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label="Alerts">
      {alerts.map(({ text, isUrgent }) => (
        <li key={text} data-urgent={isUrgent || undefined}>
          {isUrgent ? <IconAlert size={16} aria-hidden /> : <IconInfo size={16} aria-hidden />}
          {text}
        </li>
      ))}
    </ul>
  );
}

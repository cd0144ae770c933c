import { IconAlert, IconInfo } from './icons';
import classes from './alert-list.module.css';

interface AlertListProps {
  alerts: readonly { text: string; isUrgent: boolean }[];
  label?: string;
}

/** List of alerts. Renders nothing if there are none. */
export function AlertList({ alerts, label = 'Alerts' }: AlertListProps) {
  if (alerts.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label={label}>
      {alerts.map(({ text, isUrgent }) => (
        <li key={text} data-urgent={isUrgent || undefined}>
          {isUrgent ? <IconAlert size={16} aria-hidden /> : <IconInfo size={16} aria-hidden />}
          {text}
        </li>
      ))}
    </ul>
  );
}

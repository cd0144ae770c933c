import { daysLeft, formatDaysLeft } from '@/lib/days-left';
import { useToday } from '@/lib/today';
import { formatDate } from 'firmbook-wasm';
import classes from './due-day.module.css';

/** Days before a date from which it is urgent. */
const URGENT_DAYS = 7;

/** A date with the number of days left. Highlights past and near dates. */
export function DueDay({ day }: { day: string }) {
  const days = daysLeft(day, useToday());
  const urgency = days < 0 ? 'overdue' : days <= URGENT_DAYS ? 'soon' : undefined;
  return (
    <>
      {formatDate(day)}{' '}
      <span className={classes.left} data-urgency={urgency}>
        {formatDaysLeft(days)}
      </span>
    </>
  );
}

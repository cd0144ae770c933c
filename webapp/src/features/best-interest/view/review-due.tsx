import { useToday } from '@/lib/today';
import { formatDate, type BestInterestVersion } from 'firmbook-wasm';
import { reviewOf } from '../alerts-of';
import classes from '../best-interest.module.css';

const DUE_LABELS = { overdue: 'overdue', soon: 'due soon' } as const;

/** Due date of a form's review. Superseded forms need no review. */
export function ReviewDue({ version: { state, reviewDueDate } }: { version: BestInterestVersion }) {
  if (reviewDueDate === null) return '-';
  return state === 'Signed' ? <ReviewDay day={reviewDueDate} /> : formatDate(reviewDueDate);
}

/** Due date of a review, marked if it is near or past. `day` is `YYYY-MM-DD`. */
export function ReviewDay({ day }: { day: string }) {
  const review = reviewOf(day, useToday());
  return (
    <span className={classes.due} data-review={review ?? undefined}>
      {formatDate(day)}
      {review && ` (${DUE_LABELS[review]})`}
    </span>
  );
}

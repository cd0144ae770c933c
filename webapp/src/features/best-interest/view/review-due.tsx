import { useToday } from '@/lib/today';
import { formatDate, type BestInterestVersion } from 'firmbook-wasm';
import { reviewOf } from '../alerts-of';
import classes from '../best-interest.module.css';

const WORDS = { overdue: 'overdue', soon: 'due soon' } as const;

/** When the review of a form is due. Superseded forms need none. */
export function ReviewDue({ version: { state, reviewDueDate } }: { version: BestInterestVersion }) {
  if (reviewDueDate === null) return '-';
  return state === 'Signed' ? <ReviewDay day={reviewDueDate} /> : formatDate(reviewDueDate);
}

/** The day on which a review is due, marked if it is near or in the past. `day` is `YYYY-MM-DD`. */
export function ReviewDay({ day }: { day: string }) {
  const review = reviewOf(day, useToday());
  return (
    <span className={classes.due} data-review={review ?? undefined}>
      {formatDate(day)}
      {review && ` (${WORDS[review]})`}
    </span>
  );
}

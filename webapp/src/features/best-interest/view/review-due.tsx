import { useToday } from '@/lib/today';
import { formatDate, type BestInterestVersion } from 'firmbook-wasm';
import { reviewOf } from '../alerts-of';
import classes from '../best-interest.module.css';

const WORDS = { overdue: 'overdue', soon: 'due soon' } as const;

/** When the review of a form is due. Superseded forms need none. */
export function ReviewDue({ version: { state, reviewDueDate } }: { version: BestInterestVersion }) {
  const today = useToday();
  if (reviewDueDate === null) return '-';
  const review = reviewOf(state === 'Signed' ? reviewDueDate : null, today);
  return (
    <span className={classes.due} data-review={review ?? undefined}>
      {formatDate(reviewDueDate)}
      {review && ` (${WORDS[review]})`}
    </span>
  );
}

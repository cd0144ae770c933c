import { daysLeft, formatDaysLeft } from '@/lib/days-left';
import { formatDate, type BestInterestFile } from 'firmbook-wasm';
import { findSignedForm } from './states';

/** The tab announces a review this many days before it is due. */
const SOON_DAYS = 30;

export type Review = 'overdue' | 'soon' | null;

/** Returns whether the review of a signed form is overdue or due soon. Days are `YYYY-MM-DD`. */
export function reviewOf(due: string | null, today: string): Review {
  if (due === null) return null;
  const days = daysLeft(due, today);
  if (days < 0) return 'overdue';
  return days <= SOON_DAYS ? 'soon' : null;
}

/** Returns the alerts of an owner's forms: a signed form that was tampered with, and a due review. */
export function alertsOf(file: BestInterestFile, today: string) {
  const alerts = file.versions
    .filter(({ hash, isUnchanged }) => hash !== null && !isUnchanged)
    .map(({ number }) => ({
      text: `Version ${number}: This form does not match its hash. It was changed outside Firmbook.`,
      isUrgent: true,
    }));
  const due = findSignedForm(file)?.reviewDueDate ?? null;
  const review = reviewOf(due, today);
  if (due === null || review === null) return alerts;
  const days = daysLeft(due, today);
  const text =
    review === 'overdue'
      ? `The review of the signed form was due ${formatDate(due)}.`
      : `The review of the signed form is due ${formatDate(due)}, ${formatDaysLeft(days)}.`;
  return [...alerts, { text, isUrgent: review === 'overdue' }];
}

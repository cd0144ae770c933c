import { Button } from '@mantine/core';
import { reviewChoiceLabel } from 'firmbook-later';
import type { ReviewChoice, Decision, ReviewGroup } from 'firmbook-wasm';
import classes from '../upload.module.css';

export const CHOICES: readonly ReviewChoice[] = ['same', 'different'];

interface ReviewsProps {
  groups: readonly ReviewGroup[];
  decisions: readonly Decision[];
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Rows that probably match an existing contact. The user decides for all here, or per row in the table. */
export function Reviews({ groups, decisions, isBusy, onDecide }: ReviewsProps) {
  if (groups.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Decisions">
      <h2>Decisions</h2>
      <ul className={classes.list}>
        {groups.map(({ reason, message, rows, open }) => (
          <li key={reason} className={classes.item}>
            <h3>
              <span className={classes.tag} data-tone={open > 0 ? 'warning' : 'good'}>
                {open > 0 ? 'Open' : 'Decided'}
              </span>
              {message}
            </h3>
            <p className={classes.values}>
              {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'}
              {open > 0 && `, ${open.toLocaleString('en-US')} not imported until you decide`}
            </p>
            <div className={classes.actions}>
              {CHOICES.map((choice) => (
                <Button
                  key={choice}
                  variant="default"
                  size="compact-sm"
                  disabled={isBusy}
                  aria-pressed={choiceFor(decisions, reason, null) === choice}
                  aria-label={`All: ${reviewChoiceLabel(reason, choice)}. ${message}`}
                  onClick={() => onDecide({ reason, row: null, choice })}
                >
                  All: {reviewChoiceLabel(reason, choice).toLowerCase()}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the decision for a row, or else the one for all rows. */
export const choiceFor = (
  decisions: readonly Decision[],
  reason: Decision['reason'],
  row: number | null,
): ReviewChoice | undefined =>
  decisions.find((decision) => decision.reason === reason && (decision.row ?? null) === row)?.choice ??
  (row === null ? undefined : choiceFor(decisions, reason, null));

/** Adds a decision. A decision for all rows replaces those for single rows. */
export const withDecision = (decisions: readonly Decision[], decision: Decision): Decision[] => [
  ...decisions.filter(
    ({ reason, row }) => reason !== decision.reason || (decision.row !== null && row !== decision.row),
  ),
  decision,
];

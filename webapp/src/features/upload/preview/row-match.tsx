import { Button } from '@mantine/core';
import { matchKeyLabel, reviewChoiceLabel } from 'firmbook-later';
import type { Decision, PreviewRow } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { UploadKind } from '../upload-kind';
import classes from '../upload.module.css';
import { CHOICES, choiceFor } from './reviews';

interface RowMatchProps {
  row: PreviewRow;
  kind: UploadKind;
  decisions: readonly Decision[];
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** The record or earlier row that a row matches, the match key, and the user's decision. */
export function RowMatch({ row, kind, decisions, isBusy, onDecide }: RowMatchProps) {
  const { contactUuid, contactName, contract, earlierRow, matchKey, review, possibleDuplicate } = row;
  return (
    <>
      {contactUuid && (
        <Link to={kind.path(contactUuid)} target="_blank">
          {contactName}
        </Link>
      )}
      {contract?.uuid && (
        <Link to={kind.path(contract.uuid)} target="_blank">
          {contract.number}
        </Link>
      )}
      {possibleDuplicate && (
        <div title={possibleDuplicate.reasons.map(({ label }) => label).join(', ')}>
          <span className={classes.muted}>Possible duplicate of </span>
          <Link to={kind.path(possibleDuplicate.contact.uuid)} target="_blank">
            {possibleDuplicate.contact.name}
          </Link>
          <span className={classes.muted}> ({possibleDuplicate.percent}%)</span>
        </div>
      )}
      {earlierRow !== null && <span>Row {earlierRow.toLocaleString('en-US')}</span>}
      {matchKey && <span className={classes.muted}> by {lowerFirst(matchKeyLabel(matchKey))}</span>}
      {review && (
        <div className={classes.actions}>
          {CHOICES.map((choice) => (
            <Button
              key={choice}
              variant="default"
              size="compact-xs"
              disabled={isBusy}
              aria-pressed={choiceFor(decisions, review, row.row) === choice}
              aria-label={`Row ${row.row}: ${reviewChoiceLabel(review, choice)}`}
              onClick={() => onDecide({ reason: review, row: row.row, choice })}
            >
              {reviewChoiceLabel(review, choice)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Lowercases the first letter, except in abbreviations such as NPN. */
const lowerFirst = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Old and new values of the record that a row updates. */
export function RowChanges({ row: { changes } }: { row: PreviewRow }) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes} aria-label="Changes">
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          {label}: <del>{before ?? 'empty'}</del> → <ins>{after ?? 'empty'}</ins>
        </li>
      ))}
    </ul>
  );
}

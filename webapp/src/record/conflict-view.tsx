import { formatMoment } from '@/lib/moment';
import { useSession } from '@/lib/session';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { firstChoices, type Choices, type Difference, type Side } from './three-way';
import classes from './edit.module.css';

interface ConflictViewProps {
  /** Singular noun for the record. */
  what: string;
  found: readonly Difference[];
  /** When the other user saved the record, if known. */
  savedAt: string | null;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

/** Resolves an edit conflict field by field: shows the original, the typed and the saved value. */
export function ConflictView({ what, found, savedAt, resolve, giveUp }: ConflictViewProps) {
  const { timeZone } = useSession().user;
  const [choices, setChoices] = useState(() => firstChoices(found));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const open = found.filter(({ path }) => choices[path] === undefined).length;
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(found.map(({ path }) => [path, side])));

  return (
    <section className={classes.conflict} aria-label="Conflicting changes">
      <div className={classes.differences}>
        <h3 ref={heading} tabIndex={-1}>
          Someone else saved this {what} first
        </h3>
        <p>
          {savedAt
            ? `Saved ${formatMoment(savedAt, timeZone)}, while you were editing.`
            : 'You were still editing.'}{' '}
          Choose a value for each field. Nothing you typed is lost.
        </p>
        {found.length > 1 && (
          <div className={classes.all}>
            <Button variant="default" onClick={() => chooseAll('mine')}>
              Keep all of mine
            </Button>
            <Button variant="default" onClick={() => chooseAll('theirs')}>
              Take all of theirs
            </Button>
          </div>
        )}
        {found.map((difference) => (
          <Choice
            key={difference.path}
            difference={difference}
            chosen={choices[difference.path]}
            onChoose={(side) => setChoices((before) => ({ ...before, [difference.path]: side }))}
          />
        ))}
      </div>
      <div className={classes.foot}>
        <span role="status">{open > 0 && `${open === 1 ? '1 field' : `${open} fields`} to decide`}</span>
        <Button variant="default" onClick={giveUp}>
          Back to the form
        </Button>
        <Button disabled={open > 0} onClick={() => resolve(choices)}>
          Save
        </Button>
      </div>
    </section>
  );
}

interface ChoiceProps {
  difference: Difference;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ difference, chosen, onChoose }: ChoiceProps) {
  const { label, base, mine, theirs, isBoth } = difference;
  const name = useId();
  const side = (value: Side, title: string, text: string) => (
    <label className={classes.side} data-chosen={chosen === value || undefined}>
      <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
      <span>
        <strong>{title}</strong>
        <Said text={text} />
      </span>
    </label>
  );
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <p>
        Before: <Said text={base} />
        {!isBoth && ' You did not change it.'}
      </p>
      <div className={classes.sides}>
        {side('mine', 'Keep mine', mine)}
        {side('theirs', 'Take theirs', theirs)}
      </div>
    </fieldset>
  );
}

const Said = ({ text }: { text: string }) => (
  <span className={classes.said} data-empty={text === '' || undefined}>
    {text || 'empty'}
  </span>
);

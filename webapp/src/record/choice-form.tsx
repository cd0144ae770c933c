import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { defaultChoices, type Choices, type Difference, type Side } from './three-way';
import classes from './edit.module.css';

/** Texts for each side: `one` for a single field, `all` for the button that chooses it for all fields. */
export interface SideLabels {
  single: Record<Side, string>;
  all: Record<Side, string>;
}

interface ChoiceFormProps {
  /** Accessible name of the region. */
  label: string;
  title: string;
  intro: ReactNode;
  differences: readonly Difference[];
  texts: SideLabels;
  /** Shows the value that both sides changed. */
  showBase?: boolean;
  /** Whether there is anything to save. */
  canSave?: boolean;
  isSaving?: boolean;
  onResolve: (choices: Choices) => void;
  onCancel: () => void;
}

/** Form that asks for one of two values for each field. */
export function ChoiceForm({
  label,
  title,
  intro,
  differences,
  texts,
  showBase = false,
  canSave = true,
  isSaving = false,
  onResolve,
  onCancel,
}: ChoiceFormProps) {
  const [choices, setChoices] = useState(() => defaultChoices(differences));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const undecided = differences.filter(({ path }) => choices[path] === undefined).length;
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(differences.map(({ path }) => [path, side])));
  const allButton = (side: Side) => (
    <Button variant="default" onClick={() => chooseAll(side)}>
      {texts.all[side]}
    </Button>
  );

  return (
    <section className={classes.conflict} aria-label={label}>
      <div className={classes.differences}>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {intro}
        {differences.length > 1 && (
          <div className={classes.all}>
            {allButton('mine')}
            {allButton('theirs')}
          </div>
        )}
        {differences.map((difference) => (
          <Choice
            key={difference.path}
            difference={difference}
            texts={texts.single}
            showBase={showBase}
            chosen={choices[difference.path]}
            onChoose={(side) => setChoices((before) => ({ ...before, [difference.path]: side }))}
          />
        ))}
      </div>
      <div className={classes.foot}>
        <span role="status">
          {undecided > 0 && `${undecided === 1 ? '1 field' : `${undecided} fields`} to decide`}
        </span>
        <Button variant="default" onClick={onCancel}>
          Back to the form
        </Button>
        <Button disabled={undecided > 0 || !canSave} loading={isSaving} onClick={() => onResolve(choices)}>
          Save
        </Button>
      </div>
    </section>
  );
}

interface ChoiceProps {
  difference: Difference;
  texts: Record<Side, string>;
  showBase: boolean;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ difference, texts, showBase, chosen, onChoose }: ChoiceProps) {
  const { label, base, mine, theirs, isConflict } = difference;
  const name = useId();
  const side = (value: Side, text: string) => (
    <label className={classes.side} data-chosen={chosen === value || undefined}>
      <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
      <span>
        <strong>{texts[value]}</strong>
        <ValueText text={text} />
      </span>
    </label>
  );
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {showBase && (
        <p>
          Before: <ValueText text={base} />
          {!isConflict && ' You did not change it.'}
        </p>
      )}
      <div className={classes.sides}>
        {side('mine', mine)}
        {side('theirs', theirs)}
      </div>
    </fieldset>
  );
}

const ValueText = ({ text }: { text: string }) => (
  <span className={classes.said} data-empty={text === '' || undefined}>
    {text || 'empty'}
  </span>
);

import { BOTTOM_BAR } from '@/components/toast-place';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { firstChoices, type Choices, type Difference, type Side } from './three-way';
import classes from './edit.module.css';

/** Texts for each side: `one` for a single field, `all` for the button that chooses it for all fields. */
export interface SideTexts {
  one: Record<Side, string>;
  all: Record<Side, string>;
}

interface ChoiceFormProps {
  /** Accessible name of the region. */
  label: string;
  title: string;
  intro: ReactNode;
  found: readonly Difference[];
  texts: SideTexts;
  /** Shows the value that both sides changed. */
  showsBase?: boolean;
  /** Whether there is anything to save. */
  canSave?: boolean;
  isSaving?: boolean;
  resolve: (choices: Choices) => void;
  giveUp: () => void;
}

/** Form that asks for one of two values for each field. */
export function ChoiceForm({
  label,
  title,
  intro,
  found,
  texts,
  showsBase = false,
  canSave = true,
  isSaving = false,
  resolve,
  giveUp,
}: ChoiceFormProps) {
  const [choices, setChoices] = useState(() => firstChoices(found));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const open = found.filter(({ path }) => choices[path] === undefined).length;
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(found.map(({ path }) => [path, side])));
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
        {found.length > 1 && (
          <div className={classes.all}>
            {allButton('mine')}
            {allButton('theirs')}
          </div>
        )}
        {found.map((difference) => (
          <Choice
            key={difference.path}
            difference={difference}
            texts={texts.one}
            showsBase={showsBase}
            chosen={choices[difference.path]}
            onChoose={(side) => setChoices((before) => ({ ...before, [difference.path]: side }))}
          />
        ))}
      </div>
      <div className={classes.foot} {...BOTTOM_BAR}>
        <span role="status">{open > 0 && `${open === 1 ? '1 field' : `${open} fields`} to decide`}</span>
        <Button variant="default" onClick={giveUp}>
          Back to the form
        </Button>
        <Button disabled={open > 0 || !canSave} loading={isSaving} onClick={() => resolve(choices)}>
          Save
        </Button>
      </div>
    </section>
  );
}

interface ChoiceProps {
  difference: Difference;
  texts: Record<Side, string>;
  showsBase: boolean;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ difference, texts, showsBase, chosen, onChoose }: ChoiceProps) {
  const { label, base, mine, theirs, isBoth } = difference;
  const name = useId();
  const side = (value: Side, text: string) => (
    <label className={classes.side} data-chosen={chosen === value || undefined}>
      <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
      <span>
        <strong>{texts[value]}</strong>
        <Said text={text} />
      </span>
    </label>
  );
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {showsBase && (
        <p>
          Before: <Said text={base} />
          {!isBoth && ' You did not change it.'}
        </p>
      )}
      <div className={classes.sides}>
        {side('mine', mine)}
        {side('theirs', theirs)}
      </div>
    </fieldset>
  );
}

const Said = ({ text }: { text: string }) => (
  <span className={classes.said} data-empty={text === '' || undefined}>
    {text || 'empty'}
  </span>
);

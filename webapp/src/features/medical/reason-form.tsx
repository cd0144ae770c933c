import { NativeSelect } from '@mantine/core';
import { medicalChoices } from 'firmbook-later';
import { useState, type ReactNode } from 'react';
import classes from './medical.module.css';

interface ReasonFormProps {
  id?: string;
  onChoose: (reason: string) => void;
  /** The button that submits the form, if it is inside the form. */
  children?: ReactNode;
}

/** Asks why the user views medical data. */
export function ReasonForm({ id, onChoose, children }: ReasonFormProps) {
  const { reasons } = medicalChoices();
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      id={id}
      className={classes.ask}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onChoose(chosen);
        else setError('Choose a reason.');
      }}
    >
      <p className={classes.about}>
        Medical data is confidential. Each view and each download is recorded with your name, the time and
        your reason.
      </p>
      <NativeSelect
        label="Why are you viewing this medical data?"
        required
        value={chosen}
        error={error}
        data={[
          { value: '', label: 'Choose a reason' },
          ...reasons.map(({ code, label }) => ({ value: code, label })),
        ]}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          setError(null);
        }}
      />
      {children}
    </form>
  );
}

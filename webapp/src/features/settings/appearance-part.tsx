import { useSession } from '@/lib/session';
import { showFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import type { ProfileInput } from 'firmbook-wasm';
import { useState } from 'react';
import { useSaveProfile } from './api/profile';
import classes from './settings.module.css';

const THEMES = [
  {
    value: 'auto',
    label: 'System',
    about: 'Follows the light or dark mode of your device.',
  },
  { value: 'light', label: 'Light', about: null },
  { value: 'dark', label: 'Dark', about: null },
] as const;

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable', about: 'More space around each row.' },
  { value: 'compact', label: 'Compact', about: 'More rows per screen.' },
] as const;

/** Settings section for theme and density. Saves on selection. */
export function AppearancePart() {
  useDocumentTitle('Appearance');
  const { theme, density } = useSession().user;
  const save = useSaveProfile();
  const [state, setState] = useState('');

  const choose = async (change: Partial<ProfileInput>) => {
    setState('Saving…');
    try {
      await save(change);
      setState('Saved');
    } catch (reason) {
      setState('');
      showFailure(undefined, reason);
    }
  };

  return (
    <div className={classes.part}>
      <div className={classes.narrow}>
        <Choices
          legend="Theme"
          name="theme"
          options={THEMES}
          selected={theme}
          onChoose={(next) => void choose({ theme: next })}
        />
        <Choices
          legend="Density"
          name="density"
          options={DENSITIES}
          selected={density}
          onChoose={(next) => void choose({ density: next })}
        />
        <p role="status">{state}</p>
      </div>
    </div>
  );
}

interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  options: readonly { value: T; label: string; about: string | null }[];
  selected: T;
  onChoose: (value: T) => void;
}

function Choices<T extends string>({ legend, name, options, selected, onChoose }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ value, label, about }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === selected}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {about && <span>{about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

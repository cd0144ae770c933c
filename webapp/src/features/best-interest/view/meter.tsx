import '@mantine/core/styles/Progress.layer.css';
import { Progress } from '@mantine/core';
import type { Completeness } from 'firmbook-wasm';
import classes from '../best-interest.module.css';

/** The share of required fields that are filled in. */
export function Meter({ filled, required }: Pick<Completeness, 'filled' | 'required'>) {
  const text = `${filled} of ${required} required fields`;
  return (
    <div className={classes.meter}>
      <Progress.Root>
        <Progress.Section
          // Mantine would announce the share as a percentage.
          withAria={false}
          role="progressbar"
          value={(100 * filled) / Math.max(1, required)}
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={required}
          aria-valuenow={filled}
          aria-valuetext={text}
        />
      </Progress.Root>
      <span aria-hidden>{text}</span>
    </div>
  );
}

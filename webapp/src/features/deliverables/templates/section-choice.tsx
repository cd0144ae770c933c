import { Checkbox } from '@mantine/core';
import type { Section } from 'firmbook-wasm';
import { useId } from 'react';
import { toggleItem } from './order';
import { OrderedList } from './ordered-list';
import { SECTIONS } from './values';
import classes from './templates.module.css';

interface SectionChoiceProps {
  value: readonly Section[];
  error: string | null;
  onChange: (sections: Section[]) => void;
}

/** Selects and orders the sections of a document. */
export function SectionChoice({ value, error, onChange }: SectionChoiceProps) {
  const title = useId();
  const label = (code: Section) => SECTIONS.find((section) => section.code === code)?.label ?? code;
  const nameOf = (code: Section) => ({ code, label: label(code) });
  return (
    <div
      className={classes.group}
      role="group"
      aria-labelledby={title}
      tabIndex={-1}
      data-path="settings.sections"
    >
      <h3 id={title}>Sections</h3>
      <p className={classes.hint}>In this order, after the cover page.</p>
      <OrderedList
        label="Section order"
        items={value.map(nameOf)}
        others={SECTIONS.filter(({ code }) => !value.includes(code))}
        onChange={onChange}
      >
        {(section) => (
          <Checkbox
            label={section.label}
            checked={value.includes(section.code)}
            onChange={() => onChange(toggleItem(value, section.code))}
          />
        )}
      </OrderedList>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

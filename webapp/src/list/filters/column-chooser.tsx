import { TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { matchesColumn } from '../columns/matches-column';
import type { GridColumn } from '../types';
import classes from './filters.module.css';

/** First step of a new filter: choose a column. Typing narrows the list, arrow keys move through it. */
export function ColumnChooser({
  columns,
  onChoose,
}: {
  columns: readonly GridColumn[];
  onChoose: (column: GridColumn) => void;
}) {
  const [text, setText] = useState('');
  const found = columns.filter((column) => matchesColumn(column, text));

  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its buttons
    <div className={classes.chooser} onKeyDown={moveFocus} role="group" aria-label="Column to filter by">
      <TextInput
        data-autofocus
        aria-label="Find a column"
        placeholder="Find a column"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) {
            event.preventDefault();
            onChoose(found[0]);
          }
        }}
      />
      <ul>
        {found.map((column) => (
          <li key={column.key}>
            <button type="button" onClick={() => onChoose(column)}>
              {column.label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No columns found.</p>}
    </div>
  );
}

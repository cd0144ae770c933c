import { Button, Checkbox, TextInput } from '@mantine/core';
import { templateLimits } from 'firmbook-later';
import { matchesSearch } from 'firmbook-wasm';
import { useId, useState } from 'react';
import { toggleItem } from './order';
import { OrderedList } from './ordered-list';
import { inOrder } from './values';
import classes from './templates.module.css';

interface ColumnChoiceProps {
  contract: 'Policy' | 'Annuity';
  /** Label of the fixed first column. */
  first: string;
  path: string;
  all: readonly { code: string; label: string }[];
  value: readonly string[];
  error: string | null;
  onChange: (codes: string[]) => void;
}

/** Selects and orders the columns of a table. Shows only the column names until opened. */
export function ColumnChoice({ contract, first, path, all, value, error, onChange }: ColumnChoiceProps) {
  const id = useId();
  const title = `${contract} columns`;
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const { columns: maxColumns } = templateLimits();
  const chosen = inOrder(all, value);
  const isFull = value.length >= maxColumns;
  const found = all.filter(({ label }) => matchesSearch(label, text));
  return (
    <div className={classes.group} role="group" aria-labelledby={id}>
      <div className={classes.groupHead}>
        <h3 id={id}>{title}</h3>
        <span className={classes.hint} role="status">
          {value.length} of {maxColumns}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-describedby={error ? `${id}-error` : undefined}
          data-path={path}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Done' : 'Change'}
          <span className={classes.hidden}> {title.toLowerCase()}</span>
        </Button>
      </div>
      {isOpen ? (
        <div className={classes.chooser}>
          <div>
            <TextInput
              size="xs"
              aria-label={`Find ${title.toLowerCase()}`}
              placeholder="Find columns"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <ul className={classes.all} aria-label={`All ${title.toLowerCase()}`}>
              {found.map(({ code, label }) => (
                <li key={code}>
                  <Checkbox
                    label={label}
                    checked={value.includes(code)}
                    disabled={isFull && !value.includes(code)}
                    onChange={() => onChange(toggleItem(value, code))}
                  />
                </li>
              ))}
              {found.length === 0 && <li className={classes.hint}>No columns found.</li>}
            </ul>
          </div>
          <div>
            <p className={classes.hint}>
              {first} comes first.{isFull && ` Up to ${maxColumns} columns: clear one to add another.`}
            </p>
            <OrderedList label={`${contract} column order`} items={chosen} onChange={onChange}>
              {({ label }) => label}
            </OrderedList>
          </div>
        </div>
      ) : (
        <p className={classes.names}>{chosen.map(({ label }) => label).join(', ') || 'None'}</p>
      )}
      {error && (
        <p className={classes.error} role="alert" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

import { Checkbox, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { matchesSearch, type ListName, type operatorArity } from 'firmbook-wasm';
import { useState } from 'react';
import { isNumeric } from '../grid/format-cell';
import type { GridColumn } from '../types';
import { PersonValue, personKindOf } from './person-value';
import classes from './filters.module.css';

interface ValueEditorProps {
  list: ListName;
  column: GridColumn;
  arity: ReturnType<typeof operatorArity>;
  values: string[];
  problem: string | undefined;
  onChange: (values: string[]) => void;
  /** Called with the name of a suggested person. */
  onPick: (name: string) => void;
}

const SEARCHABLE_CHOICES = 8;

/** Edits the value of a condition, with inputs that match the column type and the operator. */
export function ValueEditor({ column, arity, values, problem, onChange, ...props }: ValueEditorProps) {
  const [first = '', second = ''] = values;
  const kind: TextInputProps =
    arity === 'days'
      ? { inputMode: 'numeric', placeholder: 'Number of days' }
      : column.columnType === 'date'
        ? { type: 'date' }
        : { inputMode: isNumeric(column) ? 'decimal' : 'text' };

  if (arity === 'none') return null;
  if (column.columnType === 'choice' && arity === 'many') {
    return <ChoiceList column={column} values={values} problem={problem} onChange={onChange} />;
  }
  if (column.columnType === 'choice' || column.columnType === 'flag') {
    const data =
      column.columnType === 'flag'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : [
            { value: '', label: 'Choose…' },
            ...column.choices.map(({ code, label }) => ({ value: String(code), label })),
          ];
    return (
      <NativeSelect
        aria-label="Value"
        data-autofocus
        data={data}
        value={first}
        error={problem}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  }
  if (arity === 'two') {
    return (
      <div className={classes.range}>
        <TextInput
          {...kind}
          data-autofocus
          aria-label="From"
          value={first}
          error={problem}
          onChange={(event) => onChange([event.currentTarget.value, second])}
        />
        <span>and</span>
        <TextInput
          {...kind}
          aria-label="To"
          value={second}
          error={Boolean(problem)}
          onChange={(event) => onChange([first, event.currentTarget.value])}
        />
      </div>
    );
  }
  const isMany = arity === 'many';
  const person = personKindOf(props.list, column.key);
  if (person && !isMany) {
    return (
      <PersonValue
        kind={person}
        data-autofocus
        aria-label="Value"
        value={first}
        error={problem}
        onChange={(value) => onChange([value])}
        onPick={props.onPick}
      />
    );
  }
  return (
    <TextInput
      {...kind}
      data-autofocus
      aria-label="Value"
      placeholder={isMany ? 'Values, separated by commas' : kind.placeholder}
      value={isMany ? values.join(',') : first}
      error={problem}
      onChange={(event) =>
        onChange(isMany ? event.currentTarget.value.split(',') : [event.currentTarget.value])
      }
    />
  );
}

function ChoiceList({
  column,
  values,
  problem,
  onChange,
}: Pick<ValueEditorProps, 'column' | 'values' | 'problem' | 'onChange'>) {
  const [text, setText] = useState('');
  const found = column.choices.filter(({ label }) => matchesSearch(label, text));
  const toggle = (code: string) =>
    onChange(values.includes(code) ? values.filter((value) => value !== code) : [...values, code]);
  return (
    <div className={classes.choices} role="group" aria-label={column.label}>
      {column.choices.length > SEARCHABLE_CHOICES && (
        <TextInput
          data-autofocus
          aria-label={`Search ${column.label}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div className={classes.choiceList}>
        {found.map(({ code, label }) => (
          <Checkbox
            key={String(code)}
            label={label}
            checked={values.includes(String(code))}
            onChange={() => toggle(String(code))}
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

import { IconPlus, IconX } from '@/components/icons';
import layout from '@/components/panel-form.module.css';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../best-interest.module.css';
import { useField, useFields } from './fields-context';

/** Edits the options that were considered, as short texts. */
export function OptionList({ at }: { at: string }) {
  const { form, choices } = useFields();
  const { label, withAsterisk, ...field } = useField(at);
  const options = form.values.form.recommendation.optionsConsidered;
  const [added, setAdded] = useState('');
  const change = (next: readonly string[]) => form.setFieldValue(at, [...next]);
  const add = () => {
    const text = added.trim();
    if (!text) return;
    change([...options, text]);
    setAdded('');
  };
  const canAdd = options.length < choices.options;
  return (
    <fieldset className={`${layout.wide} ${classes.options}`}>
      <legend>
        {label}
        {withAsterisk && (
          <span className={classes.asterisk} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      {options.map((option, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- options have no other identity
        <div key={index} className={classes.option}>
          <TextInput
            aria-label={`Option ${index + 1}`}
            autoComplete="off"
            maxLength={choices.lineChars}
            value={option}
            data-path={`${at}[${index}]`}
            error={form.errors[`${at}[${index}]`]}
            onChange={({ currentTarget }) => change(options.with(index, currentTarget.value))}
          />
          <ActionIcon
            aria-label={`Remove option ${index + 1}`}
            onClick={() => change(options.toSpliced(index, 1))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {canAdd && (
        <div className={classes.option}>
          <TextInput
            aria-label="New option"
            placeholder="Another annuity, a bond ladder, no purchase…"
            autoComplete="off"
            maxLength={choices.lineChars}
            data-path={field['data-path']}
            data-autofocus={field['data-autofocus']}
            error={field.error}
            value={added}
            onChange={({ currentTarget }) => setAdded(currentTarget.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter adds the option instead of saving the form.
              event.preventDefault();
              add();
            }}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label="Add option"
            onClick={add}
          >
            Add
          </Button>
        </div>
      )}
    </fieldset>
  );
}

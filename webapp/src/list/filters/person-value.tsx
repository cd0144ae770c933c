import classes from '@/components/search-picker.module.css';
import { contactKinds, type ContactKindConfig } from '@/lib/contact-kinds';
import { call } from '@/lib/http';
import { useCan } from '@/lib/session';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListName } from 'firmbook-wasm';
import { useId, useState, type KeyboardEvent } from 'react';

const MAX_SUGGESTIONS = 8;
const DEBOUNCE_MS = 250;

const KINDS: Partial<Record<string, ContactKindConfig>> = {
  agent: contactKinds.agent,
  owner: contactKinds.owner,
  insured: contactKinds.insured,
  annuitant: contactKinds.insured,
};

/** Returns the kind of the people in a column of a list of contracts. Undefined for other columns. */
export const personKindOf = (list: ListName, column: string) =>
  list === 'policies' || list === 'annuities' ? KINDS[column] : undefined;

interface PersonValueProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  kind: ContactKindConfig;
  value: string;
  onChange: (value: string) => void;
  /** Called with the name of a chosen person. */
  onPick: (name: string) => void;
}

/** A text field that suggests people while the user types. */
export function PersonValue({ kind, value, onChange, onPick, ...props }: PersonValueProps) {
  const id = useId();
  const canRead = useCan('contacts', 'read');
  /** The text that the user typed last. Null after a choice, so that the suggestions stay closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [searchText] = useDebouncedValue(typed?.trim() ?? '', DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['filterPeople', kind.list, searchText],
    queryFn: ({ signal }) =>
      call('GET', kind.resource, { query: { searchText, rowCount: MAX_SUGGESTIONS }, signal }),
    enabled: canRead && searchText !== '',
    placeholderData: keepPreviousData,
  });
  // A filter cannot distinguish people with the same name.
  const names = [...new Set(typed?.trim() ? data?.map(({ displayName }) => displayName) : [])];

  const pick = (name: string) => {
    setTyped(null);
    setActive(-1);
    onPick(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by && names.length) {
      event.preventDefault();
      setActive(Math.max(-1, Math.min(names.length - 1, active + by)));
    }
    const name = names[active];
    if (event.key === 'Enter' && name) {
      event.preventDefault();
      pick(name);
    }
  };
  return (
    <div className={classes.picker}>
      <TextInput
        {...props}
        value={value}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          onChange(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={names.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={`Matching ${kind.plural.toLowerCase()}`}
        className={classes.list}
        hidden={names.length === 0}
      >
        {names.map((name, i) => (
          // The input keeps the focus and names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={name}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            data-active={i === active || undefined}
            className={classes.option}
            onPointerMove={() => setActive(i)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(name)}
          >
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

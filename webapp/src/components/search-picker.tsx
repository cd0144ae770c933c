import { IconCheck, IconSearch } from '@/components/icons';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './search-picker.module.css';

interface SearchPickerProps<T extends { uuid: string }> {
  label: string;
  placeholder: string;
  /** Plural noun for the results, such as `contracts`. */
  noun: string;
  /** Query key of the results. */
  cacheKey: readonly unknown[];
  search: (text: string, signal: AbortSignal) => Promise<T[]>;
  describeFailure: (reason: unknown) => string;
  picked: readonly string[];
  isMultiple?: boolean;
  /** Empties the field after each pick, for a picker that adds several. */
  clearOnPick?: boolean | undefined;
  onPick: (item: T) => void;
  children: (item: T) => ReactNode;
}

const DEBOUNCE_MS = 500;

/** Searches as the user types and selects from the results. Arrow keys move, Enter selects. */
export function SearchPicker<T extends { uuid: string }>(props: SearchPickerProps<T>) {
  const { label, noun, picked } = props;
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['pick', ...props.cacheKey, debounced],
    queryFn: ({ signal }) => props.search(debounced, signal),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
  });
  const found = debounced === '' || text.trim() === '' ? [] : (data ?? []);
  const at = Math.min(active, found.length - 1);
  const isWaiting = text.trim() !== debounced || isFetching;

  const pick = (item: T) => {
    props.onPick(item);
    if (!props.clearOnPick) return;
    setText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by && found.length) {
      event.preventDefault();
      const next = (at + by + found.length) % found.length;
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    const item = found[at];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (item && !isWaiting) pick(item);
    }
  };

  const status = () => {
    if (text.trim() === '') return `Type to find ${noun}.`;
    if (isWaiting && found.length === 0) return 'Searching…';
    if (error) return props.describeFailure(error);
    if (found.length === 0) return `No ${noun} found.`;
    return null;
  };
  const statusText = status();

  return (
    <div className={classes.picker}>
      <TextInput
        ref={input}
        label={label}
        placeholder={props.placeholder}
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={15} aria-hidden />}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] ? `${id}-${found[at].uuid}` : undefined}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={props.isMultiple}
        aria-busy={isWaiting}
        className={classes.list}
        hidden={found.length === 0}
      >
        {found.map((item, i) => (
          // The input keeps the focus and names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={item.uuid}
            id={`${id}-${item.uuid}`}
            role="option"
            aria-selected={picked.includes(item.uuid)}
            data-active={i === at || undefined}
            className={classes.option}
            onPointerMove={() => setActive(i)}
            onClick={() => pick(item)}
          >
            <span className={classes.what}>{props.children(item)}</span>
            {picked.includes(item.uuid) && <IconCheck size={16} aria-hidden />}
          </div>
        ))}
      </div>
      <div role="status" className={classes.status}>
        {statusText}
        {error && !isWaiting && (
          <button type="button" onClick={() => void refetch()}>
            Retry
          </button>
        )}
      </div>
    </div>
  );
}

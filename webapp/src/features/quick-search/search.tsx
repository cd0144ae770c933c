import { failureText } from '@/lib/failure-text';
import { favoriteLink, favoritesQuery } from '@/lib/favorites';
import { IconSearch } from '@/components/icons';
import { useSession } from '@/lib/session';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { MIN_CHARS, quickSearchQuery } from './api/quick-search';
import { otherPlaces, useAllResults } from './all-results';
import { commandGroups } from './commands';
import { useFirms } from './firms';
import { optionGroups, type Option, type OptionGroup } from './options';
import { useSharedResults } from './shared-results';
import classes from './palette.module.css';

const DEBOUNCE_MS = 150;
const MAX_CHARS = 100;

/**
 * Searches people, policies, annuities, pages and actions as the user types. Without text, shows favorites,
 * recent records and the first pages and actions. Arrow keys move, Enter opens.
 */
export function Search({ onLeave }: { onLeave: () => void }) {
  const [text, setText] = useState('');
  const searchText = text.trim().replaceAll(/\s+/g, ' ');
  const [debounced] = useDebouncedValue(searchText, DEBOUNCE_MS);
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { data, isFetching, isPlaceholderData, ...search } = useQuery(quickSearchQuery(debounced));
  const shared = useSharedResults(debounced);
  const error = search.error ?? shared.error;

  const canSearch = searchText.length >= MIN_CHARS;
  const isWaiting = canSearch && (searchText !== debounced || isFetching || shared.isFetching);
  const session = useSession();
  const favorites = useQuery(favoritesQuery).data?.map(favoriteLink) ?? [];
  const found = canSearch && data && !search.error ? optionGroups(data) : [];
  const firms = useFirms(debounced);
  const results = [
    ...(searchText ? [] : commandGroups(session, '', favorites)),
    ...found,
    ...(canSearch ? shared.groups : []),
    ...(searchText ? withoutPaths(commandGroups(session, searchText, favorites), found) : []),
    ...firms,
  ];
  const isOutdated = canSearch && (isWaiting || isPlaceholderData);
  const groups = [
    ...results,
    ...useAllResults(debounced, found.length > 0 && !isOutdated ? data : undefined),
  ];
  const foundCount = results.reduce((sum, group) => sum + group.options.length, 0);
  if (foundCount === 0 && canSearch && !isWaiting && !error) groups.push(...otherPlaces(session, debounced));
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(active, options.length - 1);

  const retry = () => {
    if (search.error) void search.refetch();
    shared.retry();
  };
  const open = (option: Option | undefined) => {
    if (!option) return;
    onLeave();
    option.run?.();
    if (option.path) void navigate(option.path);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = target(event.key, at, options.length);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    }
    // Ignore Enter while the results still belong to the previous text.
    if (event.key === 'Enter' && !isOutdated) open(options[at]);
  };

  return (
    <>
      <div className={classes.field}>
        {isWaiting ? <Loader size={18} aria-hidden /> : <IconSearch size={18} aria-hidden />}
        <input
          data-autofocus
          className={classes.input}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Name, policy number, page or action"
          aria-label="Quick search"
          maxLength={MAX_CHARS}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[at] && `${id}-${options[at].id}`}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        aria-busy={isWaiting}
        className={classes.list}
        hidden={options.length === 0}
      >
        {groups.map((group, index) => (
          <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
            <div id={`${id}-group-${index}`} className={classes.label}>
              {group.label}
            </div>
            {group.options.map((option) => (
              // The input keeps the focus and names the active option.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                aria-selected={option === options[at]}
                className={classes.option}
                onPointerMove={() => setActive(options.indexOf(option))}
                onClick={() => open(option)}
              >
                <span className={classes.name}>{option.title}</span>
                <span className={classes.detail}>{option.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <div role="status" className={classes.status}>
        {statusText(searchText, isWaiting, foundCount, error)}
        {error && !isWaiting && canSearch && (
          <button type="button" onClick={retry}>
            Retry
          </button>
        )}
      </div>
    </>
  );
}

/** Drops options that open the same page as a search result. */
function withoutPaths(groups: OptionGroup[], found: readonly OptionGroup[]): OptionGroup[] {
  const paths = new Set(found.flatMap(({ options }) => options.map(({ path }) => path)));
  return groups
    .map(({ label, options }) => ({
      label,
      options: options.filter(({ path }) => !path || !paths.has(path)),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Returns the index of the option after a key press. Null for other keys. */
function target(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at - 1 + count) % count : null;
}

function statusText(searchText: string, isWaiting: boolean, found: number, error: Error | null) {
  if (!searchText) return 'Type to search. Enter opens, Escape closes.';
  if (isWaiting) return 'Searching…';
  if (error) return failureText(error);
  if (found > 0) return `${found} found. Enter opens, Escape closes.`;
  return searchText.length < MIN_CHARS
    ? `Type at least ${MIN_CHARS} characters.`
    : `Nothing found for “${searchText}”.`;
}

import { IconSearch, IconX } from '@/components/icons';
import { isTyping } from '@/lib/is-typing';
import { ActionIcon, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { focusCell } from './row-menu/focus-cell';
import { useIsLeaving } from './use-is-leaving';

const DEBOUNCE_MS = 500;

/**
 * Searches half a second after the last key press, or immediately on Enter. The down arrow moves to the first
 * row, as does Enter if the text has already been searched. `/` focuses the box from anywhere.
 */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isLeaving = useIsLeaving();
  useEffect(() => {
    const onSlash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onSlash);
    return () => window.removeEventListener('keydown', onSlash);
  }, []);

  // A new `value`, for example after Back or Clear, replaces the typed text.
  if (lastValue !== value) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => isLeaving() || onSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch, isLeaving]);

  const clear = () => {
    setText('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      size="xs"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        const isChanged = text.trim() !== value;
        if (event.key === 'Enter' && isChanged) onSearch(text.trim());
        else if (event.key === 'Enter' || event.key === 'ArrowDown') focusFirstRow(event);
        if (event.key === 'Escape' && text) clear();
      }}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon size="sm" aria-label="Clear the search" onClick={clear}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <kbd aria-hidden>/</kbd>
        )
      }
      rightSectionPointerEvents={text ? 'all' : 'none'}
    />
  );
}

function focusFirstRow(event: KeyboardEvent<HTMLInputElement>) {
  const list = event.currentTarget.closest('section');
  const row = list?.querySelector<HTMLElement>('[data-row="0"]');
  if (!row) return;
  event.preventDefault();
  focusCell(row);
}

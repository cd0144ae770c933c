import { IconSearch, IconX } from '@/components/icons';
import { ActionIcon, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useIsLeaving } from './use-is-leaving';

const DEBOUNCE_MS = 500;

/** Searches half a second after the last key press, or immediately on Enter. `/` focuses it from anywhere. */
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
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isLeaving = useIsLeaving();
  useHotkeys([['/', () => focusAll(input.current)]]);

  // A new `value`, for example after Back or Clear, replaces the typed text.
  if (known !== value) {
    setKnown(value);
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
        if (event.key === 'Enter') onSearch(text.trim());
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

function focusAll(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}

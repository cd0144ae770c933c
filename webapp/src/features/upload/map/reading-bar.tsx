import { NativeSelect } from '@mantine/core';
import { readingEncodings } from 'firmbook-later';
import type { Reading, ReadingChoice } from 'firmbook-wasm';
import classes from '../upload.module.css';

interface ReadingBarProps {
  reading: Reading;
  /** Null until known. */
  rows: number | null;
  isReading: boolean;
  onChoose: (choice: ReadingChoice) => void;
}

const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
  { value: '', label: 'None: one column' },
];
const QUOTES = [
  { value: '"', label: 'Double quotes' },
  { value: "'", label: 'Single quotes' },
  { value: '', label: 'None' },
];
const HEADER_ROWS = 20;

/** Parse options for the file. */
export function ReadingBar({ reading, rows, isReading, onChoose }: ReadingBarProps) {
  const { format, encoding = null, delimiter = null, quote = null, sheet = null } = reading;
  const { sheets, headerRow, columns } = reading;
  const headers = Math.max(HEADER_ROWS, (headerRow ?? 0) + 1);
  return (
    <section className={classes.part} aria-label="File settings" aria-busy={isReading}>
      <div className={classes.partHead}>
        <h2>File settings</h2>
        <span className={classes.muted} role="status">
          {rows !== null && `${pluralize(rows, 'row')}, `}
          {pluralize(columns.length, 'column')}
        </span>
      </div>
      <div className={classes.fields}>
        {format === 'text' ? (
          <>
            <NativeSelect
              label="Encoding"
              disabled={isReading}
              value={encoding ?? ''}
              data={withOwn(readingEncodings().map(plain), encoding)}
              onChange={(event) => onChoose({ kind: 'encoding', value: event.currentTarget.value })}
            />
            <NativeSelect
              label="Delimiter"
              disabled={isReading}
              value={delimiter ?? ''}
              data={withOwn(DELIMITERS, delimiter)}
              onChange={(event) => onChoose({ kind: 'delimiter', value: event.currentTarget.value || null })}
            />
            <NativeSelect
              label="Text qualifier"
              disabled={isReading}
              value={quote ?? ''}
              data={withOwn(QUOTES, quote)}
              onChange={(event) => onChoose({ kind: 'quote', value: event.currentTarget.value || null })}
            />
          </>
        ) : (
          <NativeSelect
            label="Sheet"
            disabled={isReading || sheets.length < 2}
            value={sheet ?? ''}
            data={withOwn(sheets.map(plain), sheet)}
            onChange={(event) => onChoose({ kind: 'sheet', value: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label="Header"
          disabled={isReading}
          value={headerRow ?? ''}
          data={[
            { value: '', label: 'No header' },
            ...Array.from({ length: headers }, (_, row) => ({ value: String(row), label: `Row ${row + 1}` })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChoose({ kind: 'headerRow', value: value === '' ? null : Number(value) })
          }
        />
      </div>
    </section>
  );
}

const pluralize = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;

interface Option {
  value: string;
  label: string;
}

const plain = (value: string): Option => ({ value, label: value });

/** Adds the detected value to the options if it is missing. */
const withOwn = (options: readonly Option[], detected: string | null): Option[] =>
  detected === null || options.some(({ value }) => value === detected)
    ? [...options]
    : [...options, plain(detected)];

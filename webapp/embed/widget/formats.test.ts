import type { ColumnDescriptor } from 'firmbook-embed';
import { formatCell } from '@/list/grid/format-cell';
import { Formats } from './formats';

const column = (columnType: ColumnDescriptor['columnType']) =>
  ({ key: 'x', columnType, choices: [] }) as unknown as ColumnDescriptor;

/** Replaces the narrow and no-break spaces of some languages. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

test.each([
  ['en-US', '$1,234,568', '1,234', '11/21/2026'],
  ['en-GB', 'US$1,234,568', '1,234', '21/11/2026'],
  ['de-DE', '1.234.568 $', '1.234', '21.11.2026'],
  ['fr-FR', '1 234 568 $US', '1 234', '21/11/2026'],
  // Not a language, and one that no browser knows.
  ['xx_YY', '$1,234,568', '1,234', '11/21/2026'],
  ['zz', '$1,234,568', '1,234', '11/21/2026'],
])('formats values for %s', (locale, money, count, date) => {
  const formats = new Formats();
  formats.setLocale(locale);
  expect(plain(formats.cell(column('money'), '1234567.89'))).toBe(money);
  expect(plain(formats.cell(column('integer'), 1234))).toBe(count);
  expect(formats.cell(column('date'), '2026-11-21')).toBe(date);
});

test('formats values as the portal does by default', () => {
  const formats = new Formats();
  const values: [ColumnDescriptor['columnType'], (string | null)[]][] = [
    ['money', ['0', '0.49', '0.50', '1.50', '2.50', '-7.5', '-1234.56', '999999999999.99', null]],
    ['integer', ['0', '1234567', null]],
    ['date', ['2026-11-21', '1931-02-03', null]],
    ['text', ['P-1', '', null]],
  ];
  for (const [type, texts] of values)
    for (const text of texts)
      expect([type, text, formats.cell(column(type), text)]).toEqual([
        type,
        text,
        formatCell(column(type), text),
      ]);
});

test('shows missing values in every language', () => {
  const formats = new Formats();
  for (const locale of ['en-US', 'de-DE']) {
    formats.setLocale(locale);
    expect(formats.cell(column('money'), null)).toBe('-');
    expect(formats.cell(column('date'), null)).toBe('');
  }
});

test('formats amounts beyond the precision of numbers exactly', () => {
  const formats = new Formats();
  formats.setLocale('en-GB');
  expect(formats.money('9007199254740993.00')).toBe('US$9,007,199,254,740,993');
});

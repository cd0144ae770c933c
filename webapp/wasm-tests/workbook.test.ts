import { fileFormat, suggestMapping } from 'firmbook-reading';
import { OpenWorkbook } from 'firmbook-workbook';
import { workbook } from './zipped';

const FILE = workbook([
  ['Agents'],
  ['Agent Name', 'E-Mail', 'Tier'],
  ['Lee, Ada', 'ada@example.com', 'Gold'],
  ['Lee, Bo', '', ''],
]);

const refusal = (read: () => unknown) => {
  try {
    return read();
  } catch (reason) {
    return (reason as { code?: string }).code;
  }
};

test('parses a workbook, suggests a mapping and counts the rows', () => {
  expect(fileFormat(FILE, FILE.length, 'agents.xlsx')).toBe('xlsx');
  const opened = new OpenWorkbook(FILE, 'xlsx');
  const head = opened.head([]);
  expect(head.reading).toMatchObject({
    format: 'xlsx',
    sheet: 'People',
    sheets: ['People'],
    headerRow: 1,
    columns: ['Agent Name', 'E-Mail', 'Tier'],
  });
  const { columns } = suggestMapping(1, head);
  expect(columns.map(({ target }) => target ?? null)).toEqual(['fullName', 'email', null]);
  expect(opened.countRows(head.reading)).toBe(2);
});

test('a chosen header row replaces the detected one', () => {
  const opened = new OpenWorkbook(FILE, 'xlsx');
  const { reading } = opened.head([{ kind: 'headerRow', value: 2 }]);
  expect(reading).toMatchObject({ headerRow: 2, columns: ['Lee, Ada', 'ada@example.com', 'Gold'] });
  expect(opened.countRows(reading)).toBe(1);
});

test('rejects unreadable files with a code', () => {
  const cut = FILE.slice(0, FILE.length / 2);
  expect(refusal(() => new OpenWorkbook(cut, 'xlsx'))).toBe('unreadable');
  expect(refusal(() => new OpenWorkbook(workbook([]), 'xlsx').head([]))).toBe('empty');
  const sheet = [{ kind: 'sheet', value: 'Nobody' } as const];
  expect(refusal(() => new OpenWorkbook(FILE, 'xlsx').head(sheet))).toBe('no_such_sheet');
});

test('rejects a zip bomb before unpacking it', () => {
  const bomb = workbook([['Name'], ['a'.repeat(40_000_000)]], 'deflated');
  expect(refusal(() => new OpenWorkbook(bomb, 'xlsx'))).toBe('inflates_too_far');
});

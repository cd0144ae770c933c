import type { Mapping, PreviewRow } from 'firmbook-wasm';
import { previewColumns } from './preview-columns';

const row = {
  person: {
    firstName: 'Ada',
    dob: '1961-03-04',
    trustDate: null,
    phone: '+14155550101',
    mobilePhone: '555-01',
  },
  custom: {},
  contract: null,
} as unknown as PreviewRow;

const shown = (target: string) => {
  const mapping = { columns: [{ header: target, target }] } as unknown as Mapping;
  return previewColumns(mapping).map(({ valueOf }) => valueOf(row))[0];
};

test.each([
  ['firstName', 'Ada'],
  ['dob', '03/04/1961'],
  ['trustDate', ''],
  ['phone', '(415) 555-0101'],
  ['mobilePhone', '555-01'],
])('shows %s as lists and records do', (target, expected) => {
  expect(shown(target)).toBe(expected);
});

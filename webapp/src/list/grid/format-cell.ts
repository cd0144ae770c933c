import { formatPercent } from '@/lib/percent';
import { formatDate, formatMoney, formatPhone, type ColumnDescriptor } from 'firmbook-wasm';
import { formatTimestamp } from '@/lib/timestamp';
import type { Cell } from '../types';

const COUNT = new Intl.NumberFormat('en-US');
const PHONES = new Set(['phone', 'mobilePhone']);
const NOTHING = '-';

export const isNumeric = (column: ColumnDescriptor) =>
  ['integer', 'money', 'percent'].includes(column.columnType);

/** Formats a cell for display. Timestamps are shown in `timeZone`. */
export function formatCell(column: ColumnDescriptor, value: Cell, timeZone = 'UTC'): string {
  if (value === null || value === undefined || value === '') return isNumeric(column) ? NOTHING : '';
  switch (column.columnType) {
    case 'money':
      return formatMoney(String(value), 0);
    case 'percent':
      // A filter may hold the percentage as typed.
      return formatPercent(String(value).replace(/%$/, ''));
    case 'integer':
      return COUNT.format(Number(value));
    case 'date':
      return formatDate(String(value));
    case 'timestamp':
      return formatTimestamp(String(value), timeZone);
    case 'flag':
      return value ? 'Yes' : 'No';
    case 'choice':
      return choiceLabel(column, String(value));
    default:
      return PHONES.has(column.key) ? formatPhone(String(value)) : String(value);
  }
}

export const formatCount = (count: number) => COUNT.format(count);

const choiceLabel = (column: ColumnDescriptor, code: string) =>
  column.choices.find((choice) => String(choice.code) === code)?.label ?? code;

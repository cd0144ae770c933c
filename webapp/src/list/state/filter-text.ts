import {
  operatorArity,
  type ColumnDescriptor,
  type ColumnType,
  type FilterCondition,
  type FilterItem,
  type FilterOp,
} from 'firmbook-wasm';

// Filter items in the URL: `state:in:CA,NY`. Alternatives are separated by `;`.

/**
 * Returns the conditions of a filter item. An item with several conditions matches if any of them
 * matches.
 */
export const conditionsOf = (item: FilterItem): FilterCondition[] => ('any' in item ? item.any : [item]);

export const itemOf = (conditions: FilterCondition[]): FilterItem | null => {
  const [first] = conditions;
  if (!first) return null;
  return conditions.length === 1 ? first : { any: conditions };
};

export const formatItem = (item: FilterItem): string => conditionsOf(item).map(formatCondition).join(';');

function formatCondition({ column, op, value }: FilterCondition): string {
  if (value === null || value === undefined) return `${column}:${op}`;
  const values = Array.isArray(value) ? value : [value];
  return `${column}:${op}:${values.map((item) => escapeValue(String(item))).join(',')}`;
}

/** Returns null if the list lacks the column or does not support the operator, or if a value is not of its type. */
export function parseItem(text: string, columns: readonly ColumnDescriptor[]): FilterItem | null {
  const conditions = text.split(';').map((part) => parseCondition(part, columns));
  return conditions.every((condition) => condition !== null) ? itemOf(conditions) : null;
}

function parseCondition(text: string, columns: readonly ColumnDescriptor[]): FilterCondition | null {
  const [key, op, ...rest] = text.split(':');
  const column = columns.find((candidate) => candidate.key === key);
  const operator = column?.operators.find((candidate) => candidate === op);
  if (!column || !operator) return null;
  const arity = operatorArity(operator);
  const values = rest.length ? rest.join(':').split(',').map(unescapeValue) : [];
  const isComplete = arity === 'two' ? values.length === 2 : values.length > 0 === (arity !== 'none');
  const format = arity === 'days' ? FORMATS.integer : FORMATS[column.columnType];
  if (!isComplete || (format && !values.every((value) => format.test(value)))) return null;
  if (values.length === 0) return { column: column.key, op: operator };
  return { column: column.key, op: operator, value: typed(values, operator, column.columnType) };
}

const FORMATS: Partial<Record<ColumnType, RegExp>> = { integer: /^-?\d+$/, date: /^\d{4}-\d\d-\d\d$/ };

const LISTS: ReadonlySet<FilterOp> = new Set(['in', 'notIn', 'between']);
const DAYS: ReadonlySet<FilterOp> = new Set(['inLastDays', 'inNextDays', 'anniversaryWithinDays']);

function typed(values: string[], op: FilterOp, columnType: ColumnType): FilterCondition['value'] {
  const isNumber = columnType === 'integer' || DAYS.has(op);
  const convert = (value: string) => (isNumber && /^-?\d+$/.test(value) ? Number(value) : value);
  if (LISTS.has(op)) return values.map(convert);
  const [value = ''] = values;
  return columnType === 'flag' ? value === 'true' : convert(value);
}

const escapeValue = (value: string) =>
  value.replace(/[%,;:]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function unescapeValue(value: string): string {
  return value.replace(/%(25|2C|3A|3B)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

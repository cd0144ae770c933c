import type { ColumnType, FilterOp } from 'firmbook-wasm';

const OPERATOR_LABELS: Record<FilterOp, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is any of',
  notIn: 'is none of',
  contains: 'contains',
  startsWith: 'starts with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  inLastDays: 'was in the last … days',
  inNextDays: 'is in the next … days',
  anniversaryWithinDays: 'has its anniversary within … days',
};

const DATE_OPERATOR_LABELS: Partial<Record<FilterOp, string>> = {
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

/** Returns the label of an operator in the filter editor. */
export const operatorLabel = (op: FilterOp, type: ColumnType): string =>
  (type === 'date' ? DATE_OPERATOR_LABELS[op] : undefined) ?? OPERATOR_LABELS[op];

/** Returns the default operator for a new filter on a column. */
export function defaultOperator(operators: readonly FilterOp[], type: ColumnType): FilterOp {
  const preferred: Partial<Record<ColumnType, FilterOp>> = {
    text: 'contains',
    choice: 'in',
    integer: 'gte',
    money: 'gte',
    percent: 'gte',
    date: 'between',
  };
  const operator = preferred[type];
  return operator && operators.includes(operator) ? operator : (operators[0] ?? 'eq');
}

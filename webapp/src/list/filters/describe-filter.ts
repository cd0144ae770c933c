import { operatorArity, type FilterCondition, type FilterItem } from 'firmbook-wasm';
import { formatCell, isNumeric } from '../grid/format-cell';
import { conditionsOf } from '../state/filter-text';
import type { GridColumn } from '../types';
import { operatorLabel } from './operator-label';

const SYMBOLS: Partial<Record<FilterCondition['op'], string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤' };
const MAX_SHOWN_VALUES = 3;

/** Returns the text of a filter chip: `State is any of CA, NY or Age ≥ 65`. */
export const describeFilter = (item: FilterItem, columns: readonly GridColumn[]): string =>
  conditionsOf(item)
    .map((condition) => describeCondition(condition, columns))
    .join(' or ');

function describeCondition(
  { column: key, op, value }: FilterCondition,
  columns: readonly GridColumn[],
): string {
  const column = columns.find((candidate) => candidate.key === key);
  if (!column) return key;
  const { columnType } = column;
  const show = (one: string | number | boolean) => formatCell(column, one);
  const values = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  const isNumber = isNumeric(column);
  const operatorText = (isNumber && SYMBOLS[op]) || operatorLabel(op, columnType);
  switch (operatorArity(op)) {
    case 'none':
      return `${column.label} ${operatorText}`;
    case 'days':
      return `${column.label} ${operatorText.replace(/… days$/, `${values[0] === 1 ? '1 day' : `${String(values[0])} days`}`)}`;
    case 'two':
      return `${column.label} ${operatorText} ${values.map(show).join(' and ')}`;
    default: {
      const more = values.length - MAX_SHOWN_VALUES;
      const list = values.slice(0, MAX_SHOWN_VALUES).map(show).join(', ');
      return `${column.label} ${values.length === 1 && op === 'in' ? 'is' : operatorText} ${list}${more > 0 ? ` +${more}` : ''}`;
    }
  }
}

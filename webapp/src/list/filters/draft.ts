import { operatorArity, type ColumnDescriptor, type FilterCondition, type FilterOp } from 'firmbook-wasm';
import { defaultOperator } from './operator-label';

/** A condition being edited, with all values as text. */
export interface ConditionDraft {
  column: string;
  op: FilterOp;
  values: string[];
}

export const newDraft = (column: ColumnDescriptor): ConditionDraft => ({
  column: column.key,
  op: defaultOperator(column.operators, column.columnType),
  values: column.columnType === 'flag' ? ['true'] : [],
});

export function draftOf({ column, op, value }: FilterCondition): ConditionDraft {
  const values = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
  return { column, op, values: values.map(String) };
}

/** Converts a draft to a condition without validating it. Query validation does that. */
export function conditionOf(draft: ConditionDraft, column: ColumnDescriptor): FilterCondition {
  const base = { column: draft.column, op: draft.op };
  const { columnType } = column;
  const [first = '', second = ''] = draft.values.map((value) => value.trim());
  const isCount = columnType === 'integer';
  switch (operatorArity(draft.op)) {
    case 'none':
      return base;
    case 'two':
      return { ...base, value: [number(first, isCount), number(second, isCount)] };
    case 'many':
      return { ...base, value: draft.values.map((value) => value.trim()).filter(Boolean) };
    case 'days':
      return { ...base, value: number(first, true) };
    default:
      return { ...base, value: columnType === 'flag' ? first === 'true' : number(first, isCount) };
  }
}

const number = (text: string, isInteger: boolean) =>
  isInteger && /^-?(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : text;

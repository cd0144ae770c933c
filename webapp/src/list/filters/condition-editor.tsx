import { IconX } from '@/components/icons';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { operatorArity, type FilterOp, type ListName } from 'firmbook-wasm';
import type { GridColumn } from '../types';
import { newDraft, type ConditionDraft } from './draft';
import { operatorLabel } from './operator-label';
import { ValueEditor } from './value-editor';
import classes from './filters.module.css';

interface ConditionEditorProps {
  list: ListName;
  draft: ConditionDraft;
  columns: readonly GridColumn[];
  problem: string | undefined;
  onChange: (draft: ConditionDraft) => void;
  onRemove: (() => void) | undefined;
}

/** Edits one condition: column, operator and value. */
export function ConditionEditor({ list, draft, columns, problem, onChange, onRemove }: ConditionEditorProps) {
  const column = columns.find((candidate) => candidate.key === draft.column);
  if (!column) return null;
  const changeColumn = (key: string) => {
    const chosen = columns.find((candidate) => candidate.key === key);
    if (chosen) onChange(newDraft(chosen));
  };
  const changeOperator = (op: FilterOp) => {
    const hasSameArity = operatorArity(op) === operatorArity(draft.op);
    onChange({ ...draft, op, values: hasSameArity ? draft.values : draft.values.slice(0, 1) });
  };
  return (
    <div className={classes.condition}>
      <div className={classes.what}>
        <NativeSelect
          aria-label="Column"
          value={draft.column}
          onChange={(event) => changeColumn(event.currentTarget.value)}
          data={columns.map(({ key, label }) => ({ value: key, label }))}
        />
        <NativeSelect
          aria-label="Operator"
          value={draft.op}
          onChange={(event) => changeOperator(event.currentTarget.value as FilterOp)}
          data={column.operators.map((op) => ({ value: op, label: operatorLabel(op, column.columnType) }))}
        />
        {onRemove && (
          <ActionIcon aria-label="Remove this alternative" onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <ValueEditor
        list={list}
        column={column}
        arity={operatorArity(draft.op)}
        values={draft.values}
        problem={problem}
        onChange={(values) => onChange({ ...draft, values })}
        onPick={(name) => onChange({ ...draft, op: 'eq', values: [name] })}
      />
    </div>
  );
}

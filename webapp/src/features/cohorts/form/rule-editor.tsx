import { IconPlus, IconX } from '@/components/icons';
import { describeFilter } from '@/list/filters/describe-filter';
import { FilterEditor } from '@/list/filters/filter-editor';
import chips from '@/list/filters/filters.module.css';
import { formatItem } from '@/list/state/filter-text';
import { useColumnsOf } from '@/list/data/custom-fields';
import { useEscape } from '@/lib/use-escape';
import type { FilterItem, ListName } from 'firmbook-wasm';
import { useState } from 'react';
import classes from './form.module.css';

interface RuleEditorProps {
  list: ListName;
  filter: readonly FilterItem[];
  onChange: (filter: FilterItem[]) => void;
  /** Validation error of the rule. */
  problem?: string | undefined;
}

/** Edits the conditions of a rule. A contact must match all of them. */
export function RuleEditor({ list, filter, onChange, problem }: RuleEditorProps) {
  const [isAdding, setIsAdding] = useState(false);
  const columns = useColumnsOf(list);
  // Without this, Escape closes the dialog around the editor.
  useEscape(isAdding, () => setIsAdding(false));
  return (
    <section className={classes.rule} aria-label="Rule">
      <h3>Rule</h3>
      {filter.length === 0 && !isAdding && <p className={classes.hint}>No conditions yet. Add one.</p>}
      {filter.length > 0 && (
        <ul className={classes.conditions} aria-label="Conditions">
          {filter.map((item) => {
            const text = describeFilter(item, columns);
            return (
              <li key={formatItem(item)} className={chips.chip}>
                <span className={classes.words} title={text}>
                  {text}
                </span>
                <button
                  type="button"
                  className={chips.chipRemove}
                  aria-label={`Remove condition: ${text}`}
                  onClick={() => onChange(filter.filter((other) => other !== item))}
                >
                  <IconX size={14} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {isAdding ? (
        <div className={classes.editor}>
          <FilterEditor
            list={list}
            columns={columns.filter(({ canFilter }) => canFilter)}
            onApply={(item) => {
              setIsAdding(false);
              const text = formatItem(item);
              if (filter.every((other) => formatItem(other) !== text)) onChange([...filter, item]);
            }}
            onCancel={() => setIsAdding(false)}
          />
        </div>
      ) : (
        // Takes the focus when the editor closes.
        <button type="button" data-autofocus className={chips.add} onClick={() => setIsAdding(true)}>
          <IconPlus size={14} aria-hidden />
          Condition
        </button>
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </section>
  );
}

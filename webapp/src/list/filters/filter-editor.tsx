import { useToday } from '@/lib/today';
import { Button } from '@mantine/core';
import { checkQuery } from 'firmbook-later';
import type { FilterItem, ListName } from 'firmbook-wasm';
import { useState, type FormEvent } from 'react';
import { conditionsOf, itemOf } from '../state/filter-text';
import type { GridColumn } from '../types';
import { ColumnChooser } from './column-chooser';
import { ConditionEditor } from './condition-editor';
import { conditionOf, draftOf, newDraft, type ConditionDraft } from './draft';
import classes from './filters.module.css';

interface FilterEditorProps {
  list: ListName;
  /** All filterable columns of the list. */
  columns: readonly GridColumn[];
  /** The item to edit. Undefined for a new one. */
  item?: FilterItem | undefined;
  /** Initial column of a new item. If undefined, the user chooses one first. */
  column?: GridColumn | undefined;
  onApply: (item: FilterItem) => void;
  onCancel: () => void;
}

/** Edits one item of the filter: a condition and its optional alternatives. */
export function FilterEditor({ list, columns, item, column, onApply, onCancel }: FilterEditorProps) {
  const [drafts, setDrafts] = useState<ConditionDraft[]>(() => {
    if (item) return conditionsOf(item).map(draftOf);
    return column ? [newDraft(column)] : [];
  });
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const today = useToday();

  if (drafts.length === 0) {
    return <ColumnChooser columns={columns} onChoose={(chosen) => setDrafts([newDraft(chosen)])} />;
  }

  const find = (key: string) => columns.find((candidate) => candidate.key === key);
  const conditions = drafts.flatMap((draft) => {
    const of = find(draft.column);
    return of ? [conditionOf(draft, of)] : [];
  });
  const next = itemOf(conditions);
  const problems = next ? checkQuery(list, { filter: [next] }, today) : [];
  const problemOf = (index: number) => {
    if (!wasSubmitted) return undefined;
    const path = drafts.length > 1 ? `any[${index}]` : 'filter[0]';
    return problems.find((problem) => problem.field.includes(path))?.message;
  };
  const general = wasSubmitted && problems.length > 0 && drafts.every((_, index) => !problemOf(index));

  const change = (index: number, draft: ConditionDraft) =>
    setDrafts(drafts.map((old, i) => (i === index ? draft : old)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setWasSubmitted(true);
    if (next && problems.length === 0) onApply(next);
  };
  const addAlternative = () => {
    const first = find(drafts[0]?.column ?? '') ?? columns[0];
    if (first) setDrafts([...drafts, newDraft(first)]);
  };

  return (
    <form
      className={classes.editor}
      onSubmit={submit}
      noValidate
      aria-label={item ? 'Change filter' : 'New filter'}
    >
      <div className={classes.conditions}>
        {drafts.map((draft, index) => (
          <ConditionEditor
            // oxlint-disable-next-line react/no-array-index-key -- alternatives are identified only by position
            key={`${index}-${draft.column}`}
            list={list}
            draft={draft}
            columns={columns}
            problem={problemOf(index)}
            onChange={(changed) => change(index, changed)}
            onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter((_, i) => i !== index)) : undefined}
          />
        ))}
      </div>
      {general && (
        <p role="alert" className={classes.problem}>
          {problems[0]?.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" color="neutral" onClick={addAlternative}>
          Or…
        </Button>
        <span className={classes.spacer} />
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}

import { NameDialog, type NameValues } from '@/components/name-dialog';
import { ApiError } from '@/lib/http';
import type { Action, FilterItem, ListName } from 'firmbook-wasm';
import { useState, type ReactNode } from 'react';
import { RuleEditor } from './rule-editor';

interface CohortFormProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  initial: NameValues;
  /** The list that the rule filters. Null for a static cohort. */
  ruleOf: ListName | null;
  initialRule?: readonly FilterItem[];
  saveLabel: string;
  failure: Action;
  onSave: (values: NameValues, filter: FilterItem[]) => Promise<void>;
  /** Shown instead of the form. */
  conflict?: ReactNode;
  /** Further fields, shown below name and description. */
  children?: ReactNode;
}

/** Dialog for the name, description and rule of a cohort. */
export function CohortForm({ ruleOf, initialRule, onSave, children, ...dialog }: CohortFormProps) {
  const [filter, setFilter] = useState<FilterItem[]>([...(initialRule ?? [])]);
  const [ruleProblem, setRuleProblem] = useState<string>();
  const save = async (values: NameValues) => {
    setRuleProblem(undefined);
    try {
      await onSave(values, ruleOf ? filter : []);
    } catch (reason) {
      const { problem } = reason instanceof ApiError ? reason : { problem: null };
      const fault = problem?.errors.find(({ field }) => field.startsWith('filter'));
      const tooManyContacts = problem?.code === 'too_many_contacts' ? problem : undefined;
      setRuleProblem((fault ?? tooManyContacts)?.message);
      if (!fault && !tooManyContacts) throw reason;
    }
  };
  return (
    <NameDialog {...dialog} onSave={save} after={children}>
      {ruleOf && (
        <RuleEditor
          key={ruleOf}
          list={ruleOf}
          filter={filter}
          onChange={(next) => {
            setFilter(next);
            setRuleProblem(undefined);
          }}
          problem={ruleProblem}
        />
      )}
    </NameDialog>
  );
}

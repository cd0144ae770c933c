import { Dialog } from '@/components/dialog';
import { ApiError } from '@/lib/http';
import { useSettingsForm } from '@/lib/use-settings-form';
import { Button, Textarea, TextInput } from '@mantine/core';
import type { Action, FilterItem, ListName } from 'firmbook-wasm';
import { useId, useState, type ReactNode } from 'react';
import { RuleEditor } from './rule-editor';
import classes from './form.module.css';

export interface CohortNames {
  name: string;
  description: string;
  [field: string]: unknown;
}

interface CohortFormProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  initial: CohortNames;
  /** The list that the rule filters; null for a static cohort. */
  ruleOf: ListName | null;
  initialRule?: readonly FilterItem[];
  saveLabel: string;
  failure: Action;
  onSave: (values: CohortNames, filter: FilterItem[]) => Promise<void>;
  /** Replaces the form. */
  instead?: ReactNode;
  /** Shown above the fields. */
  children?: ReactNode;
}

/** Dialog for the name, description and rule of a cohort. */
export function CohortForm(props: CohortFormProps) {
  const { title, opened, onClose, instead, ruleOf } = props;
  const id = useId();
  const [filter, setFilter] = useState<FilterItem[]>([...(props.initialRule ?? [])]);
  const [ruleProblem, setRuleProblem] = useState<string>();
  const { form, isSaving, submit } = useSettingsForm({
    initialValues: props.initial,
    onSave: async (values) => {
      setRuleProblem(undefined);
      try {
        await props.onSave(values, ruleOf ? filter : []);
      } catch (reason) {
        const { problem } = reason instanceof ApiError ? reason : { problem: null };
        const fault = problem?.errors.find(({ field }) => field.startsWith('filter'));
        const refusal = problem?.code === 'too_many_contacts' ? problem : undefined;
        setRuleProblem((fault ?? refusal)?.message);
        if (!fault && !refusal) aboutName(reason);
      }
    },
    failure: props.failure,
  });
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      actions={
        !instead && (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={id} loading={isSaving}>
              {props.saveLabel}
            </Button>
          </>
        )
      }
    >
      {instead}
      <div hidden={Boolean(instead)}>
        <form id={id} className={classes.form} onSubmit={submit} noValidate>
          <TextInput
            data-autofocus
            label="Name"
            withAsterisk
            maxLength={80}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            {...form.getInputProps('description')}
          />
          {props.children}
        </form>
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
      </div>
    </Dialog>
  );
}

/** Converts a duplicate name into an error of the name field. */
function aboutName(reason: unknown): never {
  const problem = reason instanceof ApiError ? reason.problem : null;
  if (problem?.code !== 'name_taken') throw reason;
  const { code, message } = problem;
  throw new ApiError(422, { ...problem, errors: [{ field: 'name', code, message, warning: false }] });
}

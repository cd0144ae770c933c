import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { today } from '@/lib/today';
import { useForm } from '@mantine/form';
import { validateContact } from 'firmbook-later';
import type { ContactInput, FieldProblem, Person } from 'firmbook-wasm';
import { useState } from 'react';
import type { KindOfContact } from '../kinds';
import { inputOf, valuesOf, type ContactValues } from './contact-values';

export interface ContactFormOptions {
  kind: KindOfContact;
  /** None for a new contact. */
  person: Person | null;
  version: number | null;
  /**
   * Saves. What it throws with findings about fields is shown beside them. `adopt` puts a person into the form in
   * place of what was typed.
   */
  onSave: (input: ContactInput, adopt: (person: Person) => void) => Promise<void>;
  /** Gets anything else that kept the form from being saved. */
  onFailure: (reason: unknown) => void;
}

type Words = Record<string, string>;

/** Values, findings and saving of a contact form. A field is judged when it is left, not while it is first typed. */
export function useContactForm({ kind, person, version, onSave, onFailure }: ContactFormOptions) {
  const { isDemoFirm } = useSession().user;
  const [initialValues] = useState(() => valuesOf(kind, person));
  const [warnings, setWarnings] = useState<Words>({});
  const [isSaving, setIsSaving] = useState(false);

  const judge = (values: ContactValues): FieldProblem[] =>
    validateContact(kind.type, inputOf(kind, values, version), today(), isDemoFirm);
  const form = useForm<ContactValues>({ initialValues, validate: (values) => words(judge(values), false) });

  /** Everything that a text field needs. */
  const field = (path: string) => {
    const { onBlur, ...props } = form.getInputProps(path);
    return {
      ...props,
      description: props.error ? undefined : warnings[path],
      onBlur: (event: unknown) => {
        onBlur?.(event);
        judgeField(path);
      },
    };
  };

  const judgeField = (path: string) => {
    const problems = judge(form.getValues());
    form.setFieldError(path, words(problems, false)[path] ?? null);
    const warning = words(problems, true)[path];
    setWarnings((before) => replaced(before, path, warning));
  };

  const adopt = (adopted: Person) =>
    form.setValues({ ...valuesOf(kind, adopted), removesTaxId: adopted.taxId === '' });

  const save = form.onSubmit(
    async (values) => {
      setIsSaving(true);
      try {
        await onSave(inputOf(kind, values, version), adopt);
      } catch (reason) {
        const found = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
        if (found.length === 0) return onFailure(reason);
        form.setErrors(words(found, false));
        focusFirst(found);
      } finally {
        setIsSaving(false);
      }
    },
    (_errors, values) => focusFirst(judge(values)),
  );

  return { form, field, save, isSaving, isDirty: form.isDirty() };
}

/** The warnings with that of one field replaced. */
function replaced(before: Words, path: string, warning: string | undefined): Words {
  const after = { ...before };
  delete after[path];
  return warning ? { ...after, [path]: warning } : after;
}

/** The first finding of each field, by field. */
function words(problems: readonly FieldProblem[], warning: boolean): Words {
  const found: Words = {};
  for (const problem of problems)
    if (Boolean(problem.warning) === warning) found[problem.field] ??= problem.message;
  return found;
}

function focusFirst(problems: readonly FieldProblem[]) {
  const fields = new Set(problems.filter((problem) => !problem.warning).map((problem) => problem.field));
  for (const input of document.querySelectorAll<HTMLElement>('[data-path]')) {
    if (fields.has(input.dataset.path ?? '')) return input.focus();
  }
}

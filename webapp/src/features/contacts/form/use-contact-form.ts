import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { today } from '@/lib/today';
import { useForm } from '@mantine/form';
import { validateContact } from 'firmbook-later';
import type { ContactInput, FieldProblem, Person } from 'firmbook-wasm';
import { useState, type ChangeEvent } from 'react';
import type { KindOfContact } from '@/lib/contact-kinds';
import { inputOf, valuesOf, type ContactValues, type CustomFields } from './contact-values';

export interface ContactFormOptions {
  kind: KindOfContact;
  /** Null for a new contact. */
  person: Person | null;
  /** The contact's custom fields. */
  customFields?: CustomFields;
  version: number | null;
  /**
   * Saves the contact. Field errors of a thrown `ApiError` are shown beside their fields. `adopt`
   * replaces the values of the form.
   */
  onSave: (input: ContactInput, adopt: (adopted: Edited) => void) => Promise<void>;
  /** Receives any other error. */
  onFailure: (reason: unknown) => void;
}

/** The edited contact. */
export interface Edited {
  person: Person;
  customFields: CustomFields;
}

type Words = Record<string, string>;

/** State, validation and saving of a contact form. Fields are validated on blur. */
export function useContactForm({
  kind,
  person,
  customFields,
  version,
  onSave,
  onFailure,
}: ContactFormOptions) {
  const { isDemoFirm } = useSession().user;
  const [initialValues] = useState(() => valuesOf(kind, person, customFields));
  const [warnings, setWarnings] = useState<Words>({});
  const [isSaving, setIsSaving] = useState(false);

  const judge = (values: ContactValues): FieldProblem[] =>
    validateContact(kind.type, inputOf(kind, values, version), today(), isDemoFirm);
  const form = useForm<ContactValues>({ initialValues, validate: (values) => words(judge(values), false) });

  /** Props of a text input. */
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

  /** Props of the text input of a custom field. */
  const customField = (name: string) => {
    const path = `customFields.${name}`;
    return {
      'data-path': path,
      value: form.values.customFields[name] ?? '',
      error: form.errors[path],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        form.clearFieldError(path);
        form.setFieldValue('customFields', { ...form.getValues().customFields, [name]: value });
      },
      onBlur: () => judgeField(path),
    };
  };

  const judgeField = (path: string) => {
    const problems = judge(form.getValues());
    form.setFieldError(path, words(problems, false)[path] ?? null);
    const warning = words(problems, true)[path];
    setWarnings((before) => replaced(before, path, warning));
  };

  const adopt = ({ person: adopted, customFields: fields }: Edited) =>
    form.setValues({ ...valuesOf(kind, adopted, fields), removesTaxId: adopted.taxId === '' });

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

  return { form, field, customField, save, isSaving, isDirty: form.isDirty() };
}

/** Returns the warnings with the one of `path` replaced. */
function replaced(before: Words, path: string, warning: string | undefined): Words {
  const after = { ...before };
  delete after[path];
  return warning ? { ...after, [path]: warning } : after;
}

/** The first error or warning of each field. */
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

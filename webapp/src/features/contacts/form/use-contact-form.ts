import { fieldWarning } from '@/components/field-warning';
import { fieldMessages, focusFirstInvalid, type FieldMessages } from '@/lib/field-messages';
import { ApiError } from '@/lib/http';
import { useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useForm } from '@mantine/form';
import { validateContact } from 'firmbook-later';
import type { ContactInput, FieldProblem, Person } from 'firmbook-wasm';
import { useState, type ChangeEvent } from 'react';
import type { ContactKindConfig } from '@/lib/contact-kinds';
import { inputOf, valuesOf, type ContactValues, type CustomFields } from './contact-values';

export interface ContactFormOptions {
  kind: ContactKindConfig;
  /** Null for a new contact. */
  person: Person | null;
  /** The contact's custom fields. */
  customFields?: CustomFields;
  version: number | null;
  /**
   * Saves the contact. Field errors in a thrown `ApiError` are shown next to their fields. `applyValues`
   * replaces the values of the form.
   */
  onSave: (input: ContactInput, applyValues: (values: Edited) => void) => Promise<void>;
  /** Receives any other error. */
  onFailure: (reason: unknown) => void;
}

/** The edited contact. */
export interface Edited {
  person: Person;
  customFields: CustomFields;
}

/** Manages the state, validation and saving of a contact form. Fields are validated on blur. */
export function useContactForm({
  kind,
  person,
  customFields,
  version,
  onSave,
  onFailure,
}: ContactFormOptions) {
  const { isDemoFirm } = useSession().user;
  const today = useToday();
  const [initialValues] = useState(() => valuesOf(kind, person, customFields));
  const [warnings, setWarnings] = useState<FieldMessages>({});
  const [isSaving, setIsSaving] = useState(false);

  const validate = (values: ContactValues): FieldProblem[] =>
    validateContact(kind.type, inputOf(kind, values, version), today, isDemoFirm);
  const form = useForm<ContactValues>({
    initialValues,
    validate: (values) => fieldMessages(validate(values)),
  });

  /** Returns the props for a text input. */
  const field = (path: string) => {
    const { onBlur, ...props } = form.getInputProps(path);
    return {
      ...props,
      description: props.error ? undefined : fieldWarning(warnings[path]),
      onBlur: (event: unknown) => {
        onBlur?.(event);
        validateField(path);
      },
    };
  };

  /** Returns the props for the text input of a custom field. */
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
      onBlur: () => validateField(path),
    };
  };

  const validateField = (path: string) => {
    const problems = validate(form.getValues());
    form.setFieldError(path, fieldMessages(problems)[path] ?? null);
    const warning = fieldMessages(problems, 'warning')[path];
    setWarnings((before) => replaced(before, path, warning));
  };

  const applyValues = ({ person: values, customFields: fields }: Edited) =>
    form.setValues({ ...valuesOf(kind, values, fields), removesTaxId: values.taxId === '' });

  const save = form.onSubmit(async (values) => {
    setIsSaving(true);
    try {
      await onSave(inputOf(kind, values, version), applyValues);
    } catch (reason) {
      const found = reason instanceof ApiError ? (reason.problem?.errors ?? []) : [];
      if (found.length === 0) return onFailure(reason);
      const errors = fieldMessages(found);
      form.setErrors(errors);
      focusFirstInvalid(errors);
    } finally {
      setIsSaving(false);
    }
  }, focusFirstInvalid);

  return { form, field, customField, save, isSaving, isDirty: form.isDirty() };
}

/** Returns a copy of the warnings with the warning for `path` replaced or removed. */
function replaced(before: FieldMessages, path: string, warning: string | undefined): FieldMessages {
  const after = { ...before };
  delete after[path];
  return warning ? { ...after, [path]: warning } : after;
}

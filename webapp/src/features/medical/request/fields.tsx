import type { useFieldErrors } from '@/lib/use-field-errors';
import { TextInput, type TextInputProps } from '@mantine/core';

export type FieldErrors = ReturnType<typeof useFieldErrors>;

/** Keys of the text properties of `T`. */
type TextKey<T> = {
  [K in keyof T]-?: T[K] extends string | null | undefined ? K : never;
}[keyof T] &
  string;

/** Returns a function that renders the input for a text property. `path` is a prefix ending with a dot. */
export function fieldsOf<T extends object>(
  values: T,
  change: (next: Partial<T>) => void,
  errors: FieldErrors,
  path = '',
) {
  return (key: TextKey<T>, label: string, props: TextInputProps = {}) => (
    <TextInput
      label={label}
      autoComplete="off"
      value={(values[key] as string | null) ?? ''}
      {...props}
      {...errors.inputOf(path + key)}
      onChange={({ currentTarget }) => {
        change({ [key]: currentTarget.value } as Partial<T>);
        errors.clearServerError(path + key);
      }}
    />
  );
}

import { contactKinds, type ContactKindConfig, type ContactNoun } from '@/lib/contact-kinds';
import { useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { CellEdit } from '@/list/cell-edit/cell-edit';
import type { CellField, CellRecords } from '@/list/cell-edit/cell-field';
import { FieldProblemsError } from '@/list/cell-edit/change-field';
import type { Cell, CellEditProps, GridColumn } from '@/list/types';
import { useQueryClient } from '@tanstack/react-query';
import { contactHasField, validateContact } from 'firmbook-later';
import type { ContactInput, ContactRecord, Person } from 'firmbook-wasm';
import { useMemo, type ComponentType } from 'react';
import { contactQuery } from '../api/get-contact';
import { updateContact } from '../api/update-contact';
import { useContactsChanged } from '../api/use-contacts-changed';
import { addressFields, contactFields, personFields, type ContactField } from '../fields';
import { typedText } from '../form/contact-values';
import { FieldInput } from '../form/field-input';

type Edited = Pick<ContactInput, 'person' | 'customFields'>;

/** Field of a column. `textOf` returns its value, `edited` returns the contact with another value. */
interface ColumnField {
  field: ContactField;
  textOf: (stored: ContactRecord) => string;
  edited: (stored: ContactRecord, value: string | null) => Edited;
}

/** Column keys of address fields, where they differ from the field keys. */
const ADDRESS_COLUMNS: Readonly<Record<string, string>> = { line1: 'addressLine1', line2: 'addressLine2' };

/** Excludes the owner type, which determines the fields of a contact, and notes, which have several lines. */
const isSimple = ({ key, as }: ContactField) => key !== 'ownerType' && as !== 'lines';

const COLUMN_FIELDS = new Map<string, ColumnField>([
  ...personFields.filter(isSimple).map((field) =>
    entry(field.key, field, ({ person, customFields }, value) => ({
      person: { ...person, [field.key]: value },
      customFields,
    })),
  ),
  ...addressFields.map((field) =>
    entry(ADDRESS_COLUMNS[field.key] ?? field.key, field, ({ person, customFields }, value) => ({
      person: { ...person, address: { ...person.address, [field.key]: value } as Person['address'] },
      customFields,
    })),
  ),
]);

function entry(column: string, field: ContactField, edited: ColumnField['edited']): [string, ColumnField] {
  return [column, { field, edited, textOf: ({ person }) => typedText(field, field.valueOf(person)) }];
}

/** Returns the custom field of a column. */
function customField({ defaultLabel: name }: GridColumn): ColumnField {
  const path = `customFields.${name}`;
  const field: ContactField = {
    key: name,
    path,
    label: name,
    group: 'Notes',
    valueOf: () => '',
    show: (value) => value,
  };
  return {
    field,
    textOf: ({ customFields }) => customFields[name] ?? '',
    // The server keeps custom fields that are not sent, so an empty value clears one.
    edited: ({ person, customFields }, value) => ({
      person,
      customFields: { ...customFields, [name]: value ?? '' },
    }),
  };
}

/** Edits contacts in the cells of their list. */
function ContactCellEdit({ kind, ...grid }: CellEditProps & { kind: ContactKindConfig }) {
  const { firmId, isDemoFirm } = useSession().user;
  const today = useToday();
  const queries = useQueryClient();
  const changed = useContactsChanged(kind);

  const records = useMemo((): CellRecords<ContactRecord> => {
    const hasField = ({ path }: ContactField) =>
      [true, false].some((isOrganization) => contactHasField(kind.type, path, null, isOrganization));
    const save = async ({ uuid, version }: ContactRecord, edited: Edited) => {
      // Null keeps the stored tax ID.
      const input = { ...edited, person: { ...edited.person, taxId: null }, version };
      const problems = validateContact(kind.type, input, today, isDemoFirm);
      if (problems.some(({ warning }) => !warning)) throw new FieldProblemsError(problems);
      const saved = await updateContact(kind, firmId, uuid, input);
      queries.setQueryData(contactQuery(kind, uuid).queryKey, saved);
      return saved;
    };
    const cellField = (key: string, { field, textOf, edited }: ColumnField): CellField<ContactRecord> => ({
      label: field.label,
      path: field.path,
      input: (props) => <FieldInput field={field} props={{ label: null, autoComplete: 'off', ...props }} />,
      textOfRow: (row) => typedText(field, String(row[key] ?? '')),
      textOf,
      cellOf: (stored): Cell => textOf(stored),
      show: (stored) => field.show(textOf(stored)),
      save: (stored, text) => save(stored, edited(stored, text.trim() || null)),
    });
    return {
      fieldOf: (column) => {
        if (column.feature) return null;
        if (column.isCustom) return cellField(column.key, customField(column));
        const found = COLUMN_FIELDS.get(column.key);
        return found && hasField(found.field) ? cellField(column.key, found) : null;
      },
      load: (uuid) => queries.fetchQuery({ ...contactQuery(kind, uuid), staleTime: 0 }),
      nameOf: ({ displayName }) => displayName,
      changed,
      locate: ({ field: path }) => ({
        path,
        label: contactFields.find((field) => field.path === path)?.label,
      }),
      failure: `update${kind.action}`,
    };
  }, [kind, firmId, isDemoFirm, today, queries, changed]);
  return <CellEdit {...grid} records={records} />;
}

export const cellEdits: Record<ContactNoun, ComponentType<CellEditProps>> = {
  agent: (props) => <ContactCellEdit kind={contactKinds.agent} {...props} />,
  owner: (props) => <ContactCellEdit kind={contactKinds.owner} {...props} />,
  insured: (props) => <ContactCellEdit kind={contactKinds.insured} {...props} />,
};

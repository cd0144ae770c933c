import { Checkbox, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { bulkFields } from 'firmbook-later';
import { useState } from 'react';
import { fieldGroups, formatField, type ContractField } from '../fields';
import { parseValue } from '../form/contract-values';
import { FieldInput } from '../form/field-input';
import { formatContractCount, type LineOfBusiness } from '../lines-of-business';
import statusClasses from '../status/change-status.module.css';
import { BulkEdit, type BulkProps, type DescribedChange } from './bulk-edit';

/** Pause after typing before the change is checked. */
const PAUSE_MS = 400;
const ENTER = 'Enter the new value to see what will change.';

/** Changes one field of the selected contracts. */
export function BulkField(props: BulkProps) {
  const { line, count } = props;
  const [key, setKey] = useState('');
  const [text, setText] = useState('');
  const [clears, setClears] = useState(false);
  const [debounced] = useDebouncedValue(text, PAUSE_MS);
  const groups = groupsOf(line);
  const field = groups.flatMap(({ fields }) => fields).find((item) => item.key === key);
  const { change, problem } = field
    ? describeChange(field, debounced, clears)
    : { change: null, problem: null };
  return (
    <BulkEdit
      {...props}
      title={`Edit ${formatContractCount(line, count)}`}
      described={text === debounced ? change : null}
      hint={!field ? 'Choose a field to see what will change.' : text === '' ? ENTER : 'Checking…'}
    >
      <div className={statusClasses.fields}>
        <NativeSelect
          label="Field"
          value={key}
          data={[
            { value: '', label: '' },
            ...groups.map(({ title, fields }) => ({
              group: title,
              items: fields.map(({ key: value, label }) => ({ value, label })),
            })),
          ]}
          onChange={(event) => {
            setKey(event.currentTarget.value);
            setText('');
            setClears(false);
          }}
        />
        {field && (
          <FieldInput
            key={field.key}
            field={field}
            label="New value"
            value={text}
            error={problem}
            disabled={clears}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {field && canClear(field) && (
          <Checkbox
            label="Clear the field"
            checked={clears}
            onChange={(event) => {
              setClears(event.currentTarget.checked);
              setText('');
            }}
          />
        )}
      </div>
    </BulkEdit>
  );
}

/** A required field cannot be cleared, and a flag has no empty value. */
const canClear = ({ isRequired, kind }: ContractField) => !isRequired && kind !== 'flag';

/** Returns the fields that can be changed in bulk, by form group. */
function groupsOf(line: LineOfBusiness) {
  const allowed = new Set(bulkFields(line.noun === 'annuity'));
  return fieldGroups[line.noun]
    .map(({ title, fields }) => ({ title, fields: fields.filter(({ key }) => allowed.has(key)) }))
    .filter(({ fields }) => fields.length > 0);
}

/**
 * Returns the change for a typed value, or the reason why the value is invalid. Neither if it is missing, unless
 * the user chose to clear the field.
 */
export function describeChange(
  field: ContractField,
  text: string,
  clears: boolean,
): { change: DescribedChange | null; problem: string | null } {
  if (text.trim() === '' && !(clears && canClear(field))) return { change: null, problem: null };
  let value;
  try {
    value = parseValue(field, text.trim()) as string | number | boolean | null;
  } catch (reason) {
    return { change: null, problem: reason instanceof Error ? reason.message : 'Enter a valid value.' };
  }
  // A typed percentage may already have a percent sign.
  const shown = formatField(field, typeof value === 'string' ? value.replace(/\s*%$/, '') : value);
  const change: DescribedChange = {
    change: { kind: 'field', field: field.key, value },
    value: shown,
    show: (current) => formatField(field, current),
    describe: (policies, tense) => {
      if (value === null)
        return tense === 'now' ? `Clear in ${policies}` : `${field.label} of ${policies} cleared`;
      return tense === 'now' ? `Change ${policies}` : `${field.label} of ${policies} changed to ${shown}`;
    },
  };
  return { change, problem: null };
}

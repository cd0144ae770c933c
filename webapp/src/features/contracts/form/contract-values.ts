import type { FieldProblem } from 'firmbook-wasm';
import type { Terms } from '../api/get-contract';
import { fieldGroups, formatPercent, show, valueOf, type ContractField } from '../fields';
import type { LineOfContract } from '../lines';

/** Form values of a contract: strings. Flags are `true` or empty. */
export type ContractValues = Record<string, string>;

export const fieldsOf = (line: LineOfContract): ContractField[] =>
  fieldGroups[line.noun].flatMap(({ fields }) => fields);

export const valuesOf = (line: LineOfContract, terms: Terms | null): ContractValues =>
  Object.fromEntries(fieldsOf(line).map((field) => [field.key, terms ? typed(field, terms) : '']));

function typed(field: ContractField, terms: Terms): string {
  const value = valueOf(terms, field.key);
  if (value === null || value === undefined) return '';
  switch (field.kind) {
    case 'money':
      return show(field, value);
    case 'percent':
      return formatPercent(String(value)).replace('%', '');
    case 'percents':
      return (value as readonly string[]).map((one) => formatPercent(one).replace('%', '')).join(', ');
    case 'flag':
      return value ? 'true' : '';
    default:
      return String(value);
  }
}

/**
 * Converts form values to a contract. Amounts stay as typed. Returns problems for values that
 * cannot be sent.
 */
export function read(
  line: LineOfContract,
  values: ContractValues,
): { terms: Terms; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const entries = fieldsOf(line).map((field) => {
    try {
      return [field.key, readOne(field, values[field.key]?.trim() ?? '')];
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : 'This cannot be read.';
      problems.push({ field: field.key, code: 'format', message, warning: false });
      return [field.key, null];
    }
  });
  return { terms: Object.fromEntries(entries) as Terms, problems };
}

function readOne({ kind, isRequired }: ContractField, text: string): unknown {
  if (kind === 'flag') return text === 'true';
  if (kind === 'percents') return text.split(/[,;\s]+/).filter(Boolean);
  if (text === '') return isRequired && kind !== 'carrier' ? '' : null;
  switch (kind) {
    case 'answer':
      return text === 'true';
    case 'whole':
      if (!/^\d{1,3}$/.test(text)) throw new Error('Write a whole number.');
      return Number(text);
    default:
      return text;
  }
}

import { amountProblem, percentProblem } from 'firmbook-later';
import type { FieldProblem } from 'firmbook-wasm';
import type { Terms } from '../api/get-contract';
import { formatPercent } from '@/lib/percent';
import { fieldsOf, formatField, valueOf, type ContractField } from '../fields';
import type { LineOfBusiness } from '../lines-of-business';

/** Form values of a contract, all as strings. Flags are `true` or empty. */
export type ContractValues = Record<string, string>;

export const valuesOf = (line: LineOfBusiness, terms: Terms | null): ContractValues =>
  Object.fromEntries(fieldsOf(line).map((field) => [field.key, terms ? textOf(field, terms) : '']));

/** Returns a value as a user would type it. Empty for null. */
export function textOf(field: ContractField, terms: Terms): string {
  const value = valueOf(terms, field.key);
  if (value === null || value === undefined) return '';
  switch (field.kind) {
    case 'money':
      return formatField(field, value);
    case 'percent':
      return formatPercent(String(value)).replace('%', '');
    case 'percents':
      return (value as readonly string[]).map((item) => formatPercent(item).replace('%', '')).join(', ');
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
export function parseValues(
  line: LineOfBusiness,
  values: ContractValues,
): { terms: Terms; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const entries = fieldsOf(line).map((field) => {
    try {
      return [field.key, parseValue(field, values[field.key]?.trim() ?? '')];
    } catch (reason) {
      const message = reason instanceof Error ? reason.message : 'Enter a valid value.';
      problems.push({ field: field.key, code: 'format', message, warning: false });
      return [field.key, null];
    }
  });
  return { terms: Object.fromEntries(entries) as Terms, problems };
}

/** Converts a typed value. Throws an `Error` with a message for the user if the value is invalid. */
export function parseValue({ kind, isRequired }: ContractField, text: string): unknown {
  if (kind === 'flag') return text === 'true';
  if (kind === 'percents')
    return text
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map(expectPercent);
  if (text === '') return isRequired && kind !== 'carrier' ? '' : null;
  switch (kind) {
    case 'answer':
      return text === 'true';
    case 'whole':
      if (!/^\d{1,3}$/.test(text)) throw new Error('Enter a whole number of up to three digits.');
      return Number(text);
    case 'money':
      return expect(text, amountProblem);
    case 'percent':
      return expectPercent(text);
    default:
      return text;
  }
}

function expect(text: string, problemOf: (text: string) => string | undefined): string {
  const problem = problemOf(text);
  if (problem) throw new Error(problem);
  return text;
}

const expectPercent = (text: string) => expect(text, percentProblem);

/**
 * Returns the form field of a problem. A problem with one year of a schedule is shown at the
 * schedule field.
 */
export const keyOf = ({ field }: FieldProblem) => field.replace(/^contract\./, '').replace(/\[\d+\]$/, '');

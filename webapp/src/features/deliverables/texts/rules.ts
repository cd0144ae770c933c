import type { Check, Placeholder } from './contract';

/** Returns the fields that texts of a kind of book can contain. 1 is agent, 2 is owner. */
export const deliverablePlaceholders = (kind: number): readonly Placeholder[] =>
  SUBJECT[kind] ? [...SUBJECT[kind], ...COMMON] : COMMON;

/** Returns the problems of a text. */
export const checkDeliverableText: Check = () => [];

const COMMON: readonly Placeholder[] = [
  { name: 'firm.name', label: 'Firm name' },
  { name: 'asOf', label: 'Date of the values' },
];

const SUBJECT: Readonly<Record<number, readonly Placeholder[]>> = {
  1: [{ name: 'subject.name', label: 'Agent name' }],
  2: [{ name: 'subject.name', label: 'Owner name' }],
};

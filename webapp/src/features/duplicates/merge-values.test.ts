import type { Person } from 'firmbook-wasm';
import type { AffectedContact } from './merge-kinds';
import { ALL, compareFields, differs, mergeTarget, pickOf } from './merge-values';

const EMPTY_ADDRESS = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };

function contact(
  uuid: string,
  person: Partial<Person>,
  customFields: Record<string, string> = {},
  taxIdMasked: string | null = null,
): AffectedContact {
  const all = {
    firstName: 'Ada',
    lastName: 'Lee',
    email: null,
    npn: null,
    address: EMPTY_ADDRESS,
    ...person,
  };
  return {
    contact: { uuid, version: 3, person: all, customFields, taxIdMasked },
    documents: 0,
    cohorts: 0,
    gifts: 0,
    people: 0,
    forms: 0,
    mentions: 0,
  } as unknown as AffectedContact;
}

const ADA = contact('a', { address: { ...EMPTY_ADDRESS, city: 'Austin' } }, { Tier: 'Gold' });
const DUPLICATE = contact(
  'b',
  { firstName: 'A.', email: 'ada@mail.example' },
  { Club: 'Yes' },
  '***-**-6789',
);

const rowOf = (path: string, target = 0) => {
  const row = compareFields([ADA, DUPLICATE], target).find((field) => field.path === path);
  if (!row) throw new Error(`no row ${path}`);
  return row;
};

test('compares only fields that have a value', () => {
  const paths = compareFields([ADA, DUPLICATE], 0).map(({ path }) => path);
  expect(paths).toEqual([
    'person.firstName',
    'person.lastName',
    'person.email',
    'person.address.city',
    'customFields.Club',
    'customFields.Tier',
    'taxId',
  ]);
  expect(differs(rowOf('person.firstName'))).toBe(true);
  expect(differs(rowOf('person.lastName'))).toBe(false);
});

test('keeps the values of the remaining contact and fills its empty fields', () => {
  expect(mergeTarget([ADA, DUPLICATE], 0, {}, false)).toEqual({
    uuid: 'a',
    version: 3,
    person: { ...ADA.contact.person, email: 'ada@mail.example' },
    customFields: { Tier: 'Gold', Club: 'Yes' },
    taxIdFrom: 'b',
    confirmDifferences: false,
  });
});

test('uses picked values, even empty ones', () => {
  const picks = { 'person.firstName': 1, 'person.address.city': 1, 'customFields.Tier': 1, taxId: 0 };
  const target = mergeTarget([ADA, DUPLICATE], 0, picks, true);
  expect(target.person.firstName).toBe('A.');
  expect(target.person.address?.city).toBeNull();
  expect(target.customFields).toEqual({ Club: 'Yes' });
  expect(target.taxIdFrom).toBeNull();
  expect(target.confirmDifferences).toBe(true);
});

test('never replaces the tax ID of the remaining contact', () => {
  const other = contact('c', {}, {}, '***-**-1111');
  const row = compareFields([DUPLICATE, other], 0).find(({ path }) => path === 'taxId');
  expect(row?.choices).toEqual([0]);
  expect(row && pickOf(row, { taxId: 1 }, 0)).toBe(0);
});

test('keeps all different notes unless one is picked', () => {
  const noted = [
    contact('a', { notes: 'Prefers email' }),
    contact('b', { notes: 'Two children\nCalls in May' }),
  ];
  const merged = (picks: Record<string, number>, of = noted) => mergeTarget(of, 0, picks, false).person.notes;
  expect(merged({})).toBe('Prefers email\n\nTwo children\nCalls in May');
  expect(merged({ 'person.notes': 1 })).toBe('Two children\nCalls in May');
  expect(merged({ 'person.notes': 0 })).toBe('Prefers email');
  expect(merged({ 'person.notes': ALL })).toBe('Prefers email\n\nTwo children\nCalls in May');
  // Equal notes are not repeated, and missing notes are filled in.
  const [first = ADA, second = ADA] = noted;
  expect(merged({}, [first, contact('c', { notes: 'Prefers email' }), second])).toBe(
    'Prefers email\n\nTwo children\nCalls in May',
  );
  expect(merged({}, [contact('a', {}), second])).toBe('Two children\nCalls in May');
});

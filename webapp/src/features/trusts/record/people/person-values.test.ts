import { person } from '../testing';
import { differences, emptyPerson, merge, valuesOf } from './person-values';

test('converts a person to form values', () => {
  expect(valuesOf(person())).toEqual({
    role: 'Beneficiary',
    isSuccessor: false,
    name: 'Ada Lee',
    birthDate: '1990-05-06',
    email: 'ada@example.com',
    phone: '(415) 555-0100',
    state: 'CA',
    sharePercent: '50',
    guardian: '',
    hasWithdrawalRight: true,
    contactUuid: null,
  });
});

test('converts missing values to empty text', () => {
  const bare = person({
    role: 'Trustee',
    birthDate: null,
    email: null,
    phone: null,
    state: null,
    sharePercent: null,
    hasWithdrawalRight: false,
  });
  expect(valuesOf(bare)).toEqual({ ...emptyPerson('Trustee'), name: 'Ada Lee' });
});

test('keeps significant decimals of a share', () => {
  expect(valuesOf(person({ sharePercent: '33.3300' })).sharePercent).toBe('33.33');
  expect(valuesOf(person({ sharePercent: '100.0000' })).sharePercent).toBe('100');
});

test('lists fields that both users changed first, and ignores formats', () => {
  const base = person();
  const mine = { ...valuesOf(base), phone: '+14155550100', sharePercent: '50.0', name: 'Ada Li' };
  const theirs = person({ name: 'Ada Lea', state: 'NY', version: 5 });
  expect(
    differences(base, mine, theirs).map(({ label, theirs: text, isConflict }) => [label, text, isConflict]),
  ).toEqual([
    ['Name', 'Ada Lea', true],
    ['State', 'New York', false],
  ]);
});

test('merges the chosen values', () => {
  const mine = { ...valuesOf(person()), name: 'Ada Li' };
  const theirs = person({ name: 'Ada Lea', state: 'NY' });
  expect(merge(mine, theirs, { name: 'mine', state: 'theirs' })).toEqual({ ...mine, state: 'NY' });
});

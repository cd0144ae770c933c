import { defaultChoices } from '@/record/three-way';
import { agent } from '../testing';
import { differences, merge } from './three-way';

const base = agent();
const typed = (change: object) => ({ ...base.person, ...change });
const saved = (change: object, rest: object = {}) =>
  agent({ version: 4, person: { ...base.person, ...change }, ...rest });
const found = (mine: object, theirs: ReturnType<typeof saved>) =>
  differences(base, { person: typed(mine), customFields: {} }, theirs);

test('a field changed on both sides is a conflict without a default choice', () => {
  const conflicts = found({ email: 'mine@example.com' }, saved({ email: 'theirs@example.com' }));
  expect(conflicts).toEqual([
    {
      path: 'person.email',
      label: 'Email',
      base: 'dana@example.com',
      mine: 'mine@example.com',
      theirs: 'theirs@example.com',
      isConflict: true,
    },
  ]);
  expect(defaultChoices(conflicts)).toEqual({});
});

test('a field changed only on the server defaults to the server value', () => {
  const conflicts = found({ email: 'mine@example.com' }, saved({ npn: '7654321' }));
  expect(conflicts.map(({ path, isConflict }) => [path, isConflict])).toEqual([['person.npn', false]]);
  expect(defaultChoices(conflicts)).toEqual({ 'person.npn': 'theirs' });
});

test('ignores fields changed only locally or to the same value', () => {
  expect(found({ email: 'new@example.com' }, saved({}))).toEqual([]);
  expect(found({ email: 'new@example.com' }, saved({ email: 'new@example.com' }))).toEqual([]);
});

test('ignores the formatting of phone numbers', () => {
  const theirs = saved({ phone: '+14155550199' });
  expect(found({ phone: '(415) 555-0100' }, theirs).map(({ isConflict }) => isConflict)).toEqual([false]);
});

test('treats empty and null as equal', () => {
  expect(found({ agencyCode: '' }, saved({ agencyCode: null, middleName: '' }))).toEqual([]);
});

test('lists conflicts first and formats values as on the page', () => {
  const theirs = saved({
    phone: '+14155550199',
    dob: '1981-01-02',
    address: { ...base.person.address, state: 'NY' },
  });
  const conflicts = found({ dob: '1979-12-31' }, theirs);
  expect(
    conflicts.map(({ label, base: before, mine, theirs: after }) => [label, before, mine, after]),
  ).toEqual([
    ['Date of birth', '05/06/1980', '12/31/1979', '01/02/1981'],
    ['Phone', '(415) 555-0100', '(415) 555-0100', '(415) 555-0199'],
    ['State', 'California', 'California', 'New York'],
  ]);
});

test('merges the chosen values and keeps the rest as typed', () => {
  const theirs = saved({
    email: 'theirs@example.com',
    npn: '7654321',
    address: { ...base.person.address, city: 'Oakland' },
  });
  const mine = typed({ email: 'mine@example.com', lastName: 'Whitfield-Rao' });
  const { person } = merge({ person: mine, customFields: {} }, theirs, {
    'person.email': 'mine',
    'person.npn': 'theirs',
    'person.address.city': 'theirs',
  });
  expect(person).toEqual({
    ...mine,
    npn: '7654321',
    address: { ...base.person.address, city: 'Oakland' },
  });
});

test('masks a new tax ID, and choosing the server value keeps the stored one', () => {
  const theirs = saved({}, { taxIdMasked: '***-**-9999' });
  const conflicts = found({ taxId: '123-45-6789' }, theirs);
  expect(conflicts[0]).toMatchObject({ base: '***-**-1234', mine: '***-**-6789', theirs: '***-**-9999' });
  const mine = { person: typed({ taxId: '123-45-6789' }), customFields: {} };
  expect(merge(mine, theirs, { 'person.taxId': 'theirs' }).person.taxId).toBeNull();
  expect(found({}, theirs)).toEqual([]);
});

test('compares and merges custom fields by name', () => {
  const before = agent({ customFields: { Tier: 'Gold', 'Since v1.0': '2020' } });
  const theirs = agent({ version: 4, customFields: { Tier: 'Silver', Office: 'West' } });
  const mine = { person: before.person, customFields: { Tier: 'Platinum', 'Since v1.0': '2020' } };
  const conflicts = differences(before, mine, theirs);
  expect(
    conflicts.map(({ label, base: old, mine: typedHere, theirs: now, isConflict }) => [
      label,
      old,
      typedHere,
      now,
      isConflict,
    ]),
  ).toEqual([
    ['Tier', 'Gold', 'Platinum', 'Silver', true],
    ['Since v1.0', '2020', '2020', '', false],
    ['Office', '', '', 'West', false],
  ]);
  const choices = {
    'customFields.Tier': 'mine',
    'customFields.Since v1.0': 'theirs',
    'customFields.Office': 'theirs',
  } as const;
  expect(merge(mine, theirs, choices).customFields).toEqual({
    Tier: 'Platinum',
    'Since v1.0': '',
    Office: 'West',
  });
  // A field added by the other user, which the user rejects.
  expect(merge(mine, theirs, { 'customFields.Office': 'mine' }).customFields['Office']).toBe('');
});

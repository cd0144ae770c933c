import { partyOf } from './party-banner';

const UUID = '00000000-0000-4000-8000-000000000001';
const parsed = (party: string) => partyOf(new URLSearchParams({ party }));

test('parses the party of a group', () => {
  expect(parsed(`owners.2.${UUID}`)).toEqual({ set: 'owners', contactType: 2, uuid: UUID });
  expect(parsed(`beneficiaries.0.${UUID}`)).toEqual({ set: 'beneficiaries', contactType: null, uuid: UUID });
  expect(parsed('beneficiaries.0.')).toEqual({ set: 'beneficiaries', contactType: null, uuid: null });
});

test.each([
  '',
  `owners.0.${UUID}`,
  'owners.2.',
  `owners.4.${UUID}`,
  `beneficiaries.2.${UUID}`,
  `heirs.0.${UUID}`,
  'owners.2.x',
])('ignores %s', (party) => expect(parsed(party)).toBeNull());

import type { Party } from 'firmbook-wasm';
import { personPath } from './person-cell';

const party = (kind: number, uuid: string, name: string, canOpen = true) =>
  ({ kind, uuid, name, canOpen }) as unknown as Party;
const PARTIES = [
  party(1, 'a1', 'Moss, Grace'),
  party(2, 'o1', 'Lee, Ada'),
  party(2, 'o2', 'Lee, Bea'),
  party(3, 'i1', 'Lee, Ada'),
];
const params = (person: string, name: string) => new URLSearchParams({ person, name });

test('opens the named person in the role of the column', () => {
  expect(personPath(PARTIES, params('agent', 'Moss, Grace'))).toBe('/people/agents/a1');
  expect(personPath(PARTIES, params('owner', 'Lee, Bea'))).toBe('/people/owners/o2');
  expect(personPath(PARTIES, params('insured', 'Lee, Ada'))).toBe('/people/insureds/i1');
  // Renamed since the list was loaded.
  expect(personPath(PARTIES, params('owner', 'Lee-Moss, Ada'))).toBe('/people/owners/o1');
});

test('stays on the contract if no person is requested or the person cannot be opened', () => {
  expect(personPath(PARTIES, new URLSearchParams())).toBeNull();
  expect(personPath([party(1, 'a1', 'Moss, Grace', false)], params('agent', 'Moss, Grace'))).toBeNull();
  expect(personPath(PARTIES, params('carrier', 'Cedar'))).toBeNull();
});

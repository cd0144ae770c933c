import type { ContactNoun } from '@/lib/contact-kinds';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import type { Party } from 'firmbook-wasm';
import type { LineOfBusiness } from '../lines-of-business';
import { kindOf } from '../record/parties/kind-of';

const PEOPLE: Readonly<Record<string, ContactNoun>> = {
  agent: 'agent',
  owner: 'owner',
  insured: 'insured',
  annuitant: 'insured',
};

/**
 * Links the people in a row to their records. Rows contain names but no uuids. The link therefore opens the
 * contract's page with the name as a parameter, and that page redirects to the person's record.
 */
export const renderPeople =
  (line: LineOfBusiness): CellRenderer =>
  ({ key }, row) => {
    const noun = PEOPLE[key];
    const name = row[key];
    if (!noun || !name || row.canOpen === false) return null;
    const person = new URLSearchParams({ person: noun, name: String(name) });
    return <CellLink to={`${line.path(row.uuid)}?${person}`} text={String(name)} />;
  };

/** Returns the path of the person named in the URL, or null. */
export function personPath(parties: readonly Party[], params: URLSearchParams): string | null {
  const noun = params.get('person');
  const found = parties.filter((party) => kindOf(party).noun === noun && party.canOpen);
  const party = found.find(({ name }) => name === params.get('name')) ?? found[0];
  return party ? kindOf(party).path(party.uuid) : null;
}

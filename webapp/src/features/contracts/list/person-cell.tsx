import type { ContactNoun } from '@/lib/contact-kinds';
import { CellLink } from '@/list/grid/cell-link';
import type { CellRenderer } from '@/list/grid/grid-row';
import type { Party } from 'firmbook-wasm';
import { Fragment } from 'react';
import type { LineOfBusiness } from '../lines-of-business';
import { kindOf } from '../record/parties/kind-of';
import classes from './person-cell.module.css';

const PEOPLE: Readonly<Record<string, ContactNoun>> = {
  agent: 'agent',
  owner: 'owner',
  insured: 'insured',
  annuitant: 'insured',
};

/** As in `shared::list::column`. */
const PEOPLE_SEPARATOR = '; ';

/**
 * Links the people in a row to their records. Rows contain names but no uuids. A link therefore opens the
 * contract's page with the name as a parameter, and that page redirects to the person's record.
 */
export const renderPeople =
  (line: LineOfBusiness): CellRenderer =>
  ({ key }, row) => {
    const noun = PEOPLE[key];
    const names = row[key];
    if (!noun || !names || row.canOpen === false) return null;
    return (
      <span className={classes.people}>
        {String(names)
          .split(PEOPLE_SEPARATOR)
          .map((name, index) => {
            const person = new URLSearchParams({ person: noun, name });
            return (
              <Fragment key={name}>
                {index > 0 && PEOPLE_SEPARATOR}
                <CellLink to={`${line.path(row.uuid)}?${person}`} text={name} />
              </Fragment>
            );
          })}
      </span>
    );
  };

/** Returns the path of the person named in the URL, or null. */
export function personPath(parties: readonly Party[], params: URLSearchParams): string | null {
  const noun = params.get('person');
  const found = parties.filter((party) => kindOf(party).noun === noun && party.canOpen);
  const party = found.find(({ name }) => name === params.get('name')) ?? found[0];
  return party ? kindOf(party).path(party.uuid) : null;
}

import { useCan } from '@/lib/session';
import type { Party } from 'firmbook-wasm';
import { Link, useSearchParams } from 'react-router';
import classes from './header-parties.module.css';
import { kindOf } from './parties/kind-of';

/** Roles named in the header, in display order. */
const SHOWN_ROLES: readonly [label: string, roles: readonly string[]][] = [
  ['Insured', ['Insured']],
  ['Annuitant', ['Annuitant', 'JointAnnuitant']],
  ['Owner', ['Owner', 'JointOwner']],
  ['Agent', ['Agent']],
];
const MAX_NAMED = 2;

/** The insureds, owners and agents of a contract, linked to their pages. */
export function HeaderParties({ parties }: { parties: readonly Party[] }) {
  const canOpen = useCan('contacts', 'read');
  const [params, setParams] = useSearchParams();
  const showAll = () => setParams({ ...Object.fromEntries(params), tab: 'parties' });
  const groups = SHOWN_ROLES.map(([label, roles]) => ({
    label,
    people: unique(parties.filter(({ role }) => roles.includes(role))),
  })).filter(({ people }) => people.length > 0);
  if (groups.length === 0) return null;
  return (
    <dl className={classes.parties} aria-label="Insured, owner and agent">
      {groups.map(({ label, people }) => (
        <div key={label}>
          <dt>{label}</dt>
          {people.slice(0, MAX_NAMED).map((party) => (
            <dd key={party.uuid}>
              {canOpen && party.canOpen ? (
                <Link to={kindOf(party).path(party.uuid)}>{party.name}</Link>
              ) : (
                party.name
              )}
            </dd>
          ))}
          {people.length > MAX_NAMED && (
            <dd>
              <button type="button" className={classes.more} onClick={showAll}>
                {people.length - MAX_NAMED} more
              </button>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Keeps only the first role of each contact. */
const unique = (parties: readonly Party[]) =>
  parties.filter((party, i) => parties.findIndex(({ uuid }) => uuid === party.uuid) === i);

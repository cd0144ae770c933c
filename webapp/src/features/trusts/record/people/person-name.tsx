import { contactKinds } from '@/lib/contact-kinds';
import { useCan } from '@/lib/session';
import type { TrustPerson } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './people.module.css';

/** Name and age of a person, linked to the contact if there is one. */
export function PersonName({ person: { name, age, contactUuid, contactType } }: { person: TrustPerson }) {
  const canOpen = useCan('contacts', 'read');
  const kind = Object.values(contactKinds).find(({ type }) => type === contactType);
  return (
    <>
      {canOpen && kind && contactUuid ? <Link to={kind.path(contactUuid)}>{name}</Link> : name}
      {age !== null && <span className={classes.age}>{age === 1 ? '1 year' : `${age} years`}</span>}
    </>
  );
}

import { QueryState, type LoadedQuery } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { fullName, type Person } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { AffectedContact, AffectedContracts, AffectedUser, MergeKind } from './merge-kinds';
import { counted } from './merge-words';
import classes from './duplicates.module.css';

interface ImpactProps {
  kind: MergeKind;
  contacts: readonly AffectedContact[];
  target: number;
  contracts: LoadedQuery<AffectedContracts>;
  users: LoadedQuery<AffectedUser[]>;
}

/** Impact of a merge on contracts, users and other records. */
export function Impact({ kind, contacts, target, contracts, users }: ImpactProps) {
  const kept = contacts[target]?.contact;
  const moved = contacts.filter((_, index) => index !== target);
  const name = kept ? fullName(kept.person as Person) : '';
  return (
    <div className={classes.impact}>
      <section>
        <h2>Contracts</h2>
        <QueryState query={contracts} what="the contracts">
          {(found) => <Contracts found={found} />}
        </QueryState>
      </section>
      <section>
        <h2>Users</h2>
        <QueryState
          query={users}
          what="the users"
          isEmpty={(list) => list.length === 0}
          empty="No user’s assigned contracts change. Users who see the whole firm are not listed."
        >
          {(list) => (
            <>
              <p>The contracts that these users see may change.</p>
              <ul>
                {list.map((user) => (
                  <li key={user.userKey}>
                    {user.name}, {user.role}
                  </li>
                ))}
              </ul>
            </>
          )}
        </QueryState>
      </section>
      <section>
        <h2>Moved to {name}</h2>
        <ul>
          {moved.map(({ contact, documents, cohorts, forms, gifts, people, mentions }) => (
            <li key={contact.uuid}>
              {fullName(contact.person as Person)}: {counted(documents, 'document', 'documents')},{' '}
              {counted(cohorts, 'cohort', 'cohorts')}
              {forms > 0 && `, ${counted(forms, 'best interest form', 'best interest forms')}`}
              {gifts > 0 && `, ${counted(gifts, 'gift', 'gifts')}`}
              {people > 0 && `, ${counted(people, 'person of the trust', 'people of the trust')}`}
              {mentions > 0 &&
                `, ${counted(mentions, 'entry', 'entries')} as a person of a trust or beneficiary`}
            </li>
          ))}
        </ul>
        <p>
          Links to the merged {kind.contact.many.toLowerCase()} will open {name}.
        </p>
      </section>
    </div>
  );
}

function Contracts({ found }: { found: AffectedContracts }) {
  const { policyCount, annuityCount, contracts } = found;
  const total = policyCount + annuityCount;
  if (total === 0) return <p>No contracts.</p>;
  const shared = contracts.filter(({ contactUuids }) => contactUuids.length > 1).length;
  return (
    <>
      <p>
        {counted(policyCount, 'policy', 'policies')} and {counted(annuityCount, 'annuity', 'annuities')}
        {shared > 0 &&
          `. ${counted(shared, 'contract is', 'contracts are')} linked to several of them. Links of the same type become one, and their shares are added.`}
      </p>
      <details>
        <summary>
          {total > contracts.length ? `First ${contracts.length} contracts` : 'Show contracts'}
        </summary>
        <ul>
          {contracts.map(({ uuid, number, carrierName, isAnnuity }) => (
            <li key={uuid}>
              <Link to={isAnnuity ? paths.annuity(uuid) : paths.policy(uuid)}>{number}</Link>, {carrierName}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

import { QueryState, type LoadedQuery } from '@/components/query-state';
import { paths } from '@/lib/paths';
import { fullName, type Person } from 'firmbook-wasm';
import { Link } from 'react-router';
import type { AffectedContact, AffectedContracts, AffectedUser, MergeKind } from './merge-kinds';
import { pluralize } from './merge-texts';
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
  const targetContact = contacts[target]?.contact;
  const moved = contacts.filter((_, index) => index !== target);
  const name = targetContact ? fullName(targetContact.person as Person) : '';
  return (
    <div className={classes.impact}>
      <section>
        <h2>Contracts</h2>
        <QueryState query={contracts} subject="the contracts">
          {(found) => <Contracts found={found} />}
        </QueryState>
      </section>
      <section>
        <h2>Users</h2>
        <QueryState
          query={users}
          subject="the users"
          isEmpty={(list) => list.length === 0}
          empty="No user’s assigned contracts change. Users who see the whole firm are not listed."
        >
          {(list) => (
            <>
              <p>These users may see different contracts after the merge.</p>
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
        <h2>Moves to {name}</h2>
        <ul>
          {moved.map((affected) => (
            <li key={affected.contact.uuid}>
              {fullName(affected.contact.person as Person)}: {movedRecords(affected)}
            </li>
          ))}
        </ul>
        <p>
          Links to the merged {kind.contact.plural.toLowerCase()} will open {name}.
        </p>
      </section>
    </div>
  );
}

/** Lists what a merge moves from a contact, apart from its contracts. */
function movedRecords({ documents, cohorts, forms, gifts, people, mentions }: AffectedContact): string {
  const parts = [
    documents > 0 && pluralize(documents, 'document', 'documents'),
    cohorts > 0 && pluralize(cohorts, 'cohort', 'cohorts'),
    forms > 0 && pluralize(forms, 'best interest form', 'best interest forms'),
    gifts > 0 && pluralize(gifts, 'gift', 'gifts'),
    people > 0 && pluralize(people, 'person of the trust', 'people of the trust'),
    mentions > 0 && pluralize(mentions, 'trust or beneficiary role', 'trust or beneficiary roles'),
  ];
  return parts.filter(Boolean).join(', ') || 'nothing besides contracts';
}

function Contracts({ found }: { found: AffectedContracts }) {
  const { policyCount, annuityCount, contracts } = found;
  const total = policyCount + annuityCount;
  if (total === 0) return <p>No contracts.</p>;
  const shared = contracts.filter(({ contactUuids }) => contactUuids.length > 1).length;
  return (
    <>
      <p>
        {pluralize(policyCount, 'policy', 'policies')} and {pluralize(annuityCount, 'annuity', 'annuities')}
        {shared > 0 &&
          `. ${pluralize(shared, 'contract is', 'contracts are')} linked to several of them. Links of the same type become one, and their shares are added.`}
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

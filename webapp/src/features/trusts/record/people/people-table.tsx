import { DataTable, numeric, type Column } from '@/components/data-table';
import { IconPlus } from '@/components/icons';
import { formatPercent } from '@/lib/percent';
import { useFocusAfterDelete } from '@/lib/use-focus-after-delete';
import { Button } from '@mantine/core';
import { formatPhone, type TrustPerson } from 'firmbook-wasm';
import { stateLabel } from '../labels';
import { RowActions } from '@/components/row-actions';
import { PersonName } from './person-name';
import { TEXTS, type Role } from './roles';
import classes from './people.module.css';

export interface PeopleActions {
  onAdd: () => void;
  onEdit: (uuid: string) => void;
  onDelete: (person: TrustPerson) => void;
  /** The person that is being deleted. */
  deleting: string | null;
}

interface PeopleTableProps {
  role: Role;
  people: readonly TrustPerson[];
  /** The people in all roles. Their tables have the same columns for contact details, without empty ones. */
  everyone: readonly TrustPerson[];
  /** Null for read-only users. */
  actions: PeopleActions | null;
}

/** The people of a trust in one role. */
export function PeopleTable({ role, people, everyone, actions }: PeopleTableProps) {
  const { one: item, title, empty } = TEXTS[role];
  const { target, willDelete } = useFocusAfterDelete(people);
  const hasState = everyone.some(({ state }) => state);
  const hasPhone = everyone.some(({ phone }) => phone);
  const hasEmail = everyone.some(({ email }) => email);
  const hasSuccessor = role === 'Trustee' && people.some(({ isSuccessor }) => isSuccessor);
  const isBeneficiary = role === 'Beneficiary';
  const hasGuardian = isBeneficiary && people.some(({ guardian }) => guardian);
  const columns: Column[] = [
    'Name',
    hasState && 'State',
    hasPhone && 'Phone',
    hasEmail && 'Email',
    hasSuccessor && 'Successor',
    isBeneficiary && numeric('Share'),
    hasGuardian && 'Guardian',
    isBeneficiary && 'Withdrawal right',
    actions !== null && 'Actions',
  ];
  return (
    <section className={classes.role} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {actions && (
          <Button
            ref={target}
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={actions.onAdd}
          >
            Add {item}
          </Button>
        )}
      </div>
      {people.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <DataTable caption={title} isCaptionHidden columns={columns}>
          {people.map((person) => (
            <tr key={person.uuid}>
              <th scope="row">
                <PersonName person={person} />
              </th>
              {hasState && <td>{stateLabel(person.state) ?? '-'}</td>}
              {hasPhone && (
                <td>
                  {person.phone ? <a href={`tel:${person.phone}`}>{formatPhone(person.phone)}</a> : '-'}
                </td>
              )}
              {hasEmail && (
                <td>{person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : '-'}</td>
              )}
              {hasSuccessor && <td>{person.isSuccessor ? 'Yes' : 'No'}</td>}
              {isBeneficiary && (
                <td data-number>{person.sharePercent ? formatPercent(person.sharePercent) : '-'}</td>
              )}
              {hasGuardian && <td>{person.guardian ?? '-'}</td>}
              {isBeneficiary && <td>{person.hasWithdrawalRight ? 'Yes' : 'No'}</td>}
              {actions && (
                <td>
                  <RowActions
                    name={person.name}
                    isDeleting={actions.deleting === person.uuid}
                    onEdit={() => actions.onEdit(person.uuid)}
                    onDelete={() => {
                      willDelete(person.uuid);
                      actions.onDelete(person);
                    }}
                  />
                </td>
              )}
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

import { DataTable, type Column } from '@/components/data-table';
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
  /** Null for read-only users. */
  actions: PeopleActions | null;
}

/** The people of a trust in one role. */
export function PeopleTable({ role, people, actions }: PeopleTableProps) {
  const { one: item, title, empty, columns } = TEXTS[role];
  const { target, willDelete } = useFocusAfterDelete(people);
  const all: Column[] = ['Name', ...columns, 'State', 'Phone', 'Email', actions !== null && 'Actions'];
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
        <DataTable caption={title} isCaptionHidden columns={all}>
          {people.map((person) => (
            <tr key={person.uuid}>
              <th scope="row">
                <PersonName person={person} />
              </th>
              {role === 'Trustee' && <td>{person.isSuccessor ? 'Successor' : '-'}</td>}
              {role === 'Beneficiary' && (
                <>
                  <td data-number>{person.sharePercent ? formatPercent(person.sharePercent) : '-'}</td>
                  <td>{person.guardian ?? '-'}</td>
                  <td>{person.hasWithdrawalRight ? 'Yes' : 'No'}</td>
                </>
              )}
              <td>{stateLabel(person.state) ?? '-'}</td>
              <td>{person.phone ? <a href={`tel:${person.phone}`}>{formatPhone(person.phone)}</a> : '-'}</td>
              <td>{person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : '-'}</td>
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

import { DataTable, numeric, type Column } from '@/components/data-table';
import { IconPlus } from '@/components/icons';
import { RowActions } from '@/components/row-actions';
import { labelOf } from '@/features/contacts/fields';
import { kinds } from '@/lib/contact-kinds';
import { formatPercent } from '@/lib/percent';
import { useCan } from '@/lib/session';
import { useFocusAfterDelete } from '@/lib/use-focus-after-delete';
import { Button } from '@mantine/core';
import { formatDate, type Beneficiary } from 'firmbook-wasm';
import { Link } from 'react-router';
import classes from './beneficiaries.module.css';
import { TEXTS, type BeneficiaryClass } from './classes';

export interface BeneficiaryActions {
  onAdd: () => void;
  onEdit: (uuid: string) => void;
  onDelete: (one: Beneficiary) => void;
  /** The beneficiary that is being deleted. */
  deleting: string | null;
}

interface BeneficiaryTableProps {
  ofClass: BeneficiaryClass;
  beneficiaries: readonly Beneficiary[];
  /** Null for read-only users. */
  actions: BeneficiaryActions | null;
}

const COLUMNS: Column[] = ['Name', 'Relationship', 'Date of birth', numeric('Share'), 'Designation'];

/** The beneficiaries of a contract in one class. */
export function BeneficiaryTable({ ofClass, beneficiaries, actions }: BeneficiaryTableProps) {
  const { title, add, empty } = TEXTS[ofClass];
  const { target, willDelete } = useFocusAfterDelete(beneficiaries);
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {actions && (
          <Button
            ref={target}
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={add}
            onClick={actions.onAdd}
          >
            Add
          </Button>
        )}
      </div>
      {beneficiaries.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <DataTable caption={title} isCaptionHidden columns={[...COLUMNS, actions !== null && 'Actions']}>
          {beneficiaries.map((one) => (
            <tr key={one.uuid}>
              <th scope="row">
                <Name beneficiary={one} />
              </th>
              <td>{labelOf('relationship', one.relationship) || '-'}</td>
              <td>{one.birthDate ? formatDate(one.birthDate) : '-'}</td>
              <td data-number>{one.sharePercent ? formatPercent(one.sharePercent) : '-'}</td>
              <td>{designation(one)}</td>
              {actions && (
                <td>
                  <RowActions
                    name={one.name}
                    isDeleting={actions.deleting === one.uuid}
                    onEdit={() => actions.onEdit(one.uuid)}
                    onDelete={() => {
                      willDelete(one.uuid);
                      actions.onDelete(one);
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

/** Name of a beneficiary, linked to the contact if there is one. */
function Name({ beneficiary: { name, contactUuid, contactType } }: { beneficiary: Beneficiary }) {
  const canOpen = useCan('contacts', 'read');
  const kind = Object.values(kinds).find(({ type }) => type === contactType);
  return canOpen && kind && contactUuid ? <Link to={kind.path(contactUuid)}>{name}</Link> : name;
}

function designation({ isIrrevocable, isPerStirpes }: Beneficiary): string {
  const words = [isIrrevocable && 'Irrevocable', isPerStirpes && 'Per stirpes'].filter(Boolean);
  return words.join(', ') || '-';
}

import { DataTable, numeric, type Column } from '@/components/data-table';
import { IconPlus } from '@/components/icons';
import { RowActions } from '@/components/row-actions';
import { labelOf } from '@/features/contacts/fields';
import { contactKinds } from '@/lib/contact-kinds';
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
  onDelete: (item: Beneficiary) => void;
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
          {beneficiaries.map((item) => (
            <tr key={item.uuid}>
              <th scope="row">
                <Name beneficiary={item} />
              </th>
              <td>{labelOf('relationship', item.relationship) || '-'}</td>
              <td>{item.birthDate ? formatDate(item.birthDate) : '-'}</td>
              <td data-number>{item.sharePercent ? formatPercent(item.sharePercent) : '-'}</td>
              <td>{designation(item)}</td>
              {actions && (
                <td>
                  <RowActions
                    name={item.name}
                    isDeleting={actions.deleting === item.uuid}
                    onEdit={() => actions.onEdit(item.uuid)}
                    onDelete={() => {
                      willDelete(item.uuid);
                      actions.onDelete(item);
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
  const kind = Object.values(contactKinds).find(({ type }) => type === contactType);
  return canOpen && kind && contactUuid ? <Link to={kind.path(contactUuid)}>{name}</Link> : name;
}

function designation({ isIrrevocable, isPerStirpes }: Beneficiary): string {
  const description = [isIrrevocable && 'Irrevocable', isPerStirpes && 'Per stirpes'].filter(Boolean);
  return description.join(', ') || '-';
}

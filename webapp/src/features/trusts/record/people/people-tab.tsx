import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import classes from '@/record/tab.module.css';
import type { TrustRecord } from 'firmbook-wasm';
import { PeopleTable } from './people-table';
import { ROLES, roleOf } from './roles';
import { useDeletePerson } from './use-delete-person';
import { usePanel } from './use-panel';

const loadPanel = () => import('./person-panel');

/** The grantors, trustees and beneficiaries of a trust. */
export function PeopleTab({ trust }: { trust: TrustRecord }) {
  const canWrite = useCan('trusts', 'write');
  const panel = usePanel();
  const deletion = useDeletePerson(trust.uuid);
  const person = trust.people.find(({ uuid }) => uuid === panel.uuid) ?? null;
  const role = panel.role ?? (person && roleOf(person.role));
  const isEditing = canWrite && role !== null;
  const Panel = useModule(loadPanel, isEditing)?.PersonPanel;
  return (
    <div className={classes.part}>
      {ROLES.map((one) => (
        <PeopleTable
          key={one}
          role={one}
          people={trust.people.filter((each) => each.role === one)}
          actions={
            canWrite
              ? {
                  onAdd: () => panel.showNew(one),
                  onEdit: panel.showPerson,
                  onDelete: (each) => void deletion.remove(each),
                  deleting: deletion.running,
                }
              : null
          }
        />
      ))}
      {Panel && <Panel trust={trust.uuid} open={isEditing ? { role, person } : null} onClose={panel.close} />}
    </div>
  );
}

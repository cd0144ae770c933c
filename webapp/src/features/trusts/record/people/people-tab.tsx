import { useDeletion } from '@/lib/use-deletion';
import { usePanelParam } from '@/lib/use-panel-param';
import { deletePerson, restorePerson } from '../../api/calls';
import { useTrustChanged } from '../../api/use-trust-changed';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import classes from '@/record/tab.module.css';
import type { TrustPerson, TrustRecord } from 'firmbook-wasm';
import { PeopleTable } from './people-table';
import { ROLES, roleOf } from './roles';

const loadPanel = () => import('./person-panel');

/** The grantors, trustees and beneficiaries of a trust. */
export function PeopleTab({ trust }: { trust: TrustRecord }) {
  const canWrite = useCan('trusts', 'write');
  const panel = usePanelParam('person', ROLES);
  const deletion = useDeletion<TrustPerson>({
    remove: ({ uuid, version }) => deletePerson(trust.uuid, uuid, version),
    restore: ({ uuid }) => restorePerson(trust.uuid, uuid),
    changed: useTrustChanged(trust.uuid),
    failure: 'updateOwner',
  });
  const person = trust.people.find(({ uuid }) => uuid === panel.uuid) ?? null;
  const role = panel.newKind ?? (person && roleOf(person.role));
  const isEditing = canWrite && role !== null;
  const Panel = useModule(loadPanel, isEditing)?.PersonPanel;
  return (
    <div className={classes.part}>
      {ROLES.map((item) => (
        <PeopleTable
          key={item}
          role={item}
          everyone={trust.people}
          people={trust.people.filter((each) => each.role === item)}
          actions={
            canWrite
              ? {
                  onAdd: () => panel.showNew(item),
                  onEdit: panel.showExisting,
                  onDelete: (each) => void deletion.run(each),
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

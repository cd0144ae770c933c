import tab from '@/record/tab.module.css';
import { useCan } from '@/lib/session';
import { useDeletion } from '@/lib/use-deletion';
import { useModule } from '@/lib/use-module';
import { usePanelParam } from '@/lib/use-panel-param';
import type { Beneficiary } from 'firmbook-wasm';
import { deleteBeneficiary, restoreBeneficiary } from '../../api/beneficiaries';
import { useContractChanged } from '../../api/use-contract-changed';
import type { AnyRecord } from '../../api/get-contract';
import type { LineOfBusiness } from '../../lines-of-business';
import { BeneficiaryTable } from './beneficiary-table';
import { CLASSES, isClass } from './classes';

const loadPanel = () => import('./beneficiary-panel');

/** The beneficiaries of a contract, by class. */
export function BeneficiariesTab({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const canWrite = useCan(line.feature, 'write');
  const contract = { line, uuid: record.uuid };
  const panel = usePanelParam('beneficiary', CLASSES);
  const deletion = useDeletion<Beneficiary>({
    remove: ({ uuid, version }) => deleteBeneficiary(contract, uuid, version),
    restore: ({ uuid }) => restoreBeneficiary(contract, uuid),
    changed: useContractChanged(),
    failure: line.failures.update,
  });
  const beneficiary = record.beneficiaries.find(({ uuid }) => uuid === panel.uuid) ?? null;
  const ownClass = beneficiary && isClass(beneficiary.class) ? beneficiary.class : null;
  const newClass = panel.newKind ?? ownClass;
  const isEditing = canWrite && newClass !== null;
  const Panel = useModule(loadPanel, isEditing)?.BeneficiaryPanel;
  return (
    <div className={tab.part}>
      {CLASSES.map((item) => (
        <BeneficiaryTable
          key={item}
          ofClass={item}
          beneficiaries={record.beneficiaries.filter((each) => each.class === item)}
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
      {Panel && (
        <Panel
          contract={contract}
          open={isEditing ? { newClass, beneficiary } : null}
          onClose={panel.close}
        />
      )}
    </div>
  );
}

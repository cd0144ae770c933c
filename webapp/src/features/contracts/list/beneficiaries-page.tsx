import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import { beneficiariesSource, beneficiaryPath } from '../api/beneficiaries-source';
import { renderContractCell } from './contract-cell';

const CRUMBS = ['Business'];

/** The beneficiaries of all policies and annuities. */
export function BeneficiariesPage() {
  useDocumentTitle('Beneficiaries');
  return (
    <ListPage
      source={beneficiariesSource}
      crumbs={CRUMBS}
      title="Beneficiaries"
      about="Beneficiaries of life policies and annuities, with their shares. Add them on the Beneficiaries tab of a contract."
      isAllowed={useCan('allPolicies', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={beneficiaryPath}
      renderCell={renderContractCell}
    />
  );
}

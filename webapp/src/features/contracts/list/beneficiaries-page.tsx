import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { ListPage } from '@/list/list-page';
import { listSource } from '@/list/list-source';
import type { Row } from '@/list/types';
import { CONTRACT_COLUMNS, contractPath } from '../api/contract-of-row';
import { renderContractCell } from './contract-cell';

const CRUMBS = ['Business'];
const source = listSource('beneficiaries', 'Beneficiary', CONTRACT_COLUMNS);

/** Returns the path of the contract's beneficiaries. */
const beneficiariesPath = (row: Row) => `${contractPath(row)}?tab=beneficiaries`;

/** The beneficiaries of all policies and annuities. */
export function BeneficiariesPage() {
  useDocumentTitle('Beneficiaries');
  return (
    <ListPage
      source={source}
      crumbs={CRUMBS}
      title="Beneficiaries"
      about="Beneficiaries of life policies and annuities, with their shares. Add them on the Beneficiaries tab of a contract."
      isAllowed={useCan('allPolicies', 'read')}
      canExport={useCan('exportData', 'write')}
      rowPath={beneficiariesPath}
      renderCell={renderContractCell}
    />
  );
}

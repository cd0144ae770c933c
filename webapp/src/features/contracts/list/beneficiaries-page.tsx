import { StatusDot } from '@/components/status';
import { useCan } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { CellLink } from '@/list/grid/cell-link';
import { formatCell } from '@/list/grid/format-cell';
import type { CellRenderer } from '@/list/grid/grid-row';
import { ListPage } from '@/list/list-page';
import { beneficiariesSource, beneficiaryPath, contractPath } from '../api/beneficiaries-source';

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
      renderCell={renderBeneficiaryCell}
    />
  );
}

/** Links the contract, and marks its status. */
const renderBeneficiaryCell: CellRenderer = (column, row) => {
  const value = row[column.key];
  if (value === null || value === undefined) return null;
  switch (column.key) {
    case 'contractNumber':
      return <CellLink to={contractPath(row)} text={String(value)} />;
    case 'contractStatus':
      return <StatusDot code={String(value)} label={formatCell(column, value)} />;
    default:
      return null;
  }
};

import { ContractsPage } from '@/features/contracts/list/contracts-page';
import { saveAs } from './save-as';

export const PoliciesPage = () => <ContractsPage key="policies" line="policy" extraTool={saveAs.policies} />;
export const AnnuitiesPage = () => (
  <ContractsPage key="annuities" line="annuity" extraTool={saveAs.annuities} />
);

import { ContractsPage } from '@/features/contracts/list/contracts-page';

export const PoliciesPage = () => <ContractsPage key="policies" line="policy" />;
export const AnnuitiesPage = () => <ContractsPage key="annuities" line="annuity" />;

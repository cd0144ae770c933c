import { ContractRecordPage } from '@/features/contracts/record/contract-record-page';

export const PolicyRecordPage = () => <ContractRecordPage key="policy" line="policy" />;
export const AnnuityRecordPage = () => <ContractRecordPage key="annuity" line="annuity" />;

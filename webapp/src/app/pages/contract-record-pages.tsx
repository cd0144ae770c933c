import { contractQuery } from '@/features/contracts/api/get-contract';
import { linesOfBusiness, type ContractNoun } from '@/features/contracts/lines-of-business';
import { ContractRecordPage } from '@/features/contracts/record/contract-record-page';
import type { LoaderFunctionArgs } from 'react-router';
import { prefetchRecord } from './prefetch-record';

const page = (line: ContractNoun) => ({
  Component: () => <ContractRecordPage key={line} line={line} />,
  loader: ({ params: { uuid = '' } }: LoaderFunctionArgs) =>
    prefetchRecord(linesOfBusiness[line].feature, contractQuery(linesOfBusiness[line], uuid)),
});

export const contractRecordPages = { policy: page('policy'), annuity: page('annuity') };

import { SaveAsReport } from '@/features/reports/save-as/save-as-report';
import type { ListQuery } from 'firmbook-wasm';

const tool = (feature: 'policyReports' | 'contactReports', ...types: (1 | 2 | 3 | 4 | 5 | 6)[]) =>
  function saveAsReport(asked: ListQuery) {
    return <SaveAsReport types={types} feature={feature} asked={asked} />;
  };

/** “Save as report”, for each list that reports are made of. */
export const saveAs = {
  policies: tool('policyReports', 1, 2),
  annuities: tool('policyReports', 3),
  agents: tool('contactReports', 4),
  insureds: tool('contactReports', 5),
  owners: tool('contactReports', 6),
};

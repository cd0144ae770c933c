import { SaveAsCohort } from '@/features/cohorts/add-to/save-as-cohort';
import { SaveAsReport } from '@/features/reports/save-as/save-as-report';
import type { ListQuery } from 'firmbook-wasm';

const tool = (feature: 'policyReports' | 'contactReports', ...types: (1 | 2 | 3 | 4 | 5 | 6)[]) =>
  function saveAsReport(asked: ListQuery) {
    return <SaveAsReport types={types} feature={feature} asked={asked} />;
  };

const agentsReport = tool('contactReports', 4);
const ownersReport = tool('contactReports', 6);

/** The "Save as report" buttons for each list. Lists of agents and owners also get "Save as cohort". */
export const saveAs = {
  policies: tool('policyReports', 1, 2),
  annuities: tool('policyReports', 3),
  agents: (asked: ListQuery) => (
    <>
      <SaveAsCohort contactType={1} asked={asked} />
      {agentsReport(asked)}
    </>
  ),
  insureds: tool('contactReports', 5),
  owners: (asked: ListQuery) => (
    <>
      <SaveAsCohort contactType={2} asked={asked} />
      {ownersReport(asked)}
    </>
  ),
};

import { SaveAsCohort } from '@/features/cohorts/add-to/save-as-cohort';
import { SaveAsReport } from '@/features/reports/save-as/save-as-report';
import type { ListQuery } from 'firmbook-wasm';

const saveAsReportTool = (feature: 'policyReports' | 'contactReports', ...types: (1 | 2 | 3 | 4 | 5 | 6)[]) =>
  function saveAsReport(query: ListQuery) {
    return <SaveAsReport types={types} feature={feature} query={query} />;
  };

const agentsReport = saveAsReportTool('contactReports', 4);
const ownersReport = saveAsReportTool('contactReports', 6);

/** The "Save as report" buttons for each list. Lists of agents and owners also get "Save as cohort". */
export const saveAs = {
  policies: saveAsReportTool('policyReports', 1, 2),
  annuities: saveAsReportTool('policyReports', 3),
  agents: (query: ListQuery) => (
    <>
      <SaveAsCohort contactType={1} query={query} />
      {agentsReport(query)}
    </>
  ),
  insureds: saveAsReportTool('contactReports', 5),
  owners: (query: ListQuery) => (
    <>
      <SaveAsCohort contactType={2} query={query} />
      {ownersReport(query)}
    </>
  ),
};

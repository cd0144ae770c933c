import { TablePage } from '@/components/table-page';
import { formatTimestamp } from '@/lib/timestamp';
import { useCan, useSession } from '@/lib/session';
import { useDocumentTitle } from '@/lib/use-document-title';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { staleReportsQuery } from '../api/calls';
import { useInherited } from '../api/use-inherited';
import { useReportDialogs } from '../dialogs/use-report-dialogs';
import { kindOfType, reportPath } from '../kinds';
import type { Report } from '../api/report';

/** Reports that have not been opened for 90 days, have an invalid query or are orphaned. */
export function StaleReportsPage() {
  useDocumentTitle('Stale reports');
  const isAllowed = useCan('staleReports', 'read');
  const { timeZone } = useSession().user;
  const stale = useQuery({ ...staleReportsQuery, enabled: isAllowed });
  const reports = stale.data ?? [];
  const { open, dialogs } = useReportDialogs(useCallback(() => undefined, []));
  const isInherited = useInherited();
  const canWrite = {
    policyReports: useCan('policyReports', 'write'),
    contactReports: useCan('contactReports', 'write'),
  };
  const canWriteReport = ({ reportType }: Report) =>
    canWrite[kindOfType(reportType).feature as keyof typeof canWrite];

  return (
    <>
      <TablePage
        crumbs={['Reports']}
        title="Stale reports"
        total={stale.data?.length}
        isAllowed={isAllowed}
        query={stale}
        empty="No stale reports. A report becomes stale if nobody opens it for 90 days, or if its owner leaves the firm."
        columns={['Name', 'Kind', 'Owner', 'Last Opened', 'Reason', '']}
        isEmpty={reports.length === 0}
      >
        {reports.map((report) => (
          <tr key={report.uuid}>
            <th scope="row">
              <Link to={reportPath(report)}>{report.name}</Link>
            </th>
            <td>{kindOfType(report.reportType).title}</td>
            <td>{report.isOwner ? 'You' : (report.ownerName ?? 'No owner')}</td>
            <td>{report.lastOpenedAt ? formatTimestamp(report.lastOpenedAt, timeZone) : 'Never'}</td>
            <td>{staleReason(report, isInherited)}</td>
            <td>
              {isInherited(report) && canWriteReport(report) && (
                <Button
                  variant="default"
                  size="compact-sm"
                  mr="xs"
                  aria-label={`Take over ${report.name}`}
                  onClick={() => open('takeOver', [report])}
                >
                  Take over
                </Button>
              )}
              {(report.isOwner || isInherited(report)) && canWriteReport(report) && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Delete ${report.name}`}
                  onClick={() => open('delete', [report])}
                >
                  Delete
                </Button>
              )}
            </td>
          </tr>
        ))}
      </TablePage>
      {dialogs}
    </>
  );
}

function staleReason(report: Report, isInherited: (report: Report) => boolean): string {
  if (isInherited(report)) return 'Owner has left the firm';
  return report.problem?.message ?? 'Not opened for 90 days';
}

import { call } from '@/lib/http';
import { paths } from '@/lib/paths';
import { useSession } from '@/lib/session';
import { formatCount } from '@/list/grid/format-cell';
import { sharedReportsQuery, withReport, type SharedReport } from '@/list/shared/shared-reports';
import { useQueries, useQuery } from '@tanstack/react-query';
import { MIN_CHARS } from './api/quick-search';
import type { OptionGroup } from './options';

const LISTS = {
  policies: { resource: 'allpolicy', path: paths.policies },
  annuities: { resource: 'allannuity', path: paths.annuities },
  agents: { resource: 'FirmAgent', path: paths.agents },
  owners: { resource: 'FirmOwner', path: paths.owners },
  insureds: { resource: 'FirmInsured', path: paths.insureds },
} as const;

const listOf = ({ list }: SharedReport) => (list in LISTS ? LISTS[list as keyof typeof LISTS] : null);

const count = async ({ list, uuid }: SharedReport, searchText: string, signal: AbortSignal) => {
  const body = { searchText, reportUuid: uuid, limit: { offset: 0, rowCount: 1 } };
  const { resource } = LISTS[list as keyof typeof LISTS];
  return (await call('POST', `${resource}/search`, { body, signal })).totalRecords;
};

/**
 * Returns links to the shared reports that have matches, with their number. For outside advisors, whose quick
 * search finds only records that they can open.
 */
export function useSharedResults(text: string) {
  const isOutside = useSession().permissions.scope === 'Shared';
  const enabled = isOutside && text.length >= MIN_CHARS;
  const shared = useQuery({ ...sharedReportsQuery, enabled });
  const reports = enabled ? (shared.data?.data.filter(listOf) ?? []) : [];
  const counts = useQueries({
    queries: reports.map((report) => ({
      queryKey: ['quickSearch', text, report.uuid],
      queryFn: ({ signal }: { signal: AbortSignal }) => count(report, text, signal),
    })),
  });
  const queries = [...(enabled ? [shared] : []), ...counts];
  const options = reports.flatMap((report, i) => {
    const total = counts[i]?.data;
    if (!total) return [];
    return {
      id: `shared-${report.uuid}`,
      title: report.name,
      detail: `${formatCount(total)} found · Shared by ${report.ownerName}`,
      path: `${withReport(listOf(report)?.path ?? paths.home, report)}&q=${encodeURIComponent(text)}`,
    };
  });
  const groups: OptionGroup[] = options.length > 0 ? [{ label: 'Shared reports', options }] : [];
  return {
    groups,
    isFetching: queries.some((query) => query.isFetching),
    error: queries.find((query) => query.error)?.error ?? null,
    retry: () => queries.forEach((query) => void (query.isError && query.refetch())),
  };
}

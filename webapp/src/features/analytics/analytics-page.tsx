import { Breadcrumb } from '@/components/breadcrumb';
import { NoAccessPage, NoFirmPage } from '@/components/dead-end-pages';
import { QueryState } from '@/components/query-state';
import { ApiError } from '@/lib/http';
import { useCan, useSession } from '@/lib/session';
import { useToday } from '@/lib/today';
import { useDocumentTitle } from '@/lib/use-document-title';
import { FilterBar } from '@/list/filters/filter-bar';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Analysis } from 'firmbook-wasm';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { paths } from '@/lib/paths';
import { groupsQuery, type AnalyticsFilter } from './api';
import classes from './analytics.module.css';
import { ChartNote } from './chart-note';
import { displayOrder } from './display-order';
import { aboutOf, analysisOf, groupingOf, pageTitleOf, titleOf, type GroupingName } from './groupings';
import { GroupsChart } from './groups-chart';
import { measuresOf, withoutUngrouped } from './measures';
import { SearchableGroups } from './searchable-groups';
import { useAnalysis } from './use-analysis';
import { ExportGroups } from './export-groups';

/** Maximum number of bars in the chart. */
const MAX_BARS = 15;

/** An analysis of policies by group: chart and table. */
export function AnalyticsPage() {
  const { kind = '' } = useParams();
  const analysis = analysisOf(kind);
  if (!analysis) return <Navigate to={paths.dashboard} replace />;
  return <AnalysisOf key={kind} analysis={analysis} />;
}

function AnalysisOf({ analysis }: { analysis: Analysis }) {
  const { groupings } = analysis;
  const canAnalyze = useCan('analytics', 'read');
  const canList = useCan('allPolicies', 'read');
  const isAllowed = canAnalyze && canList;
  const hasFirm = useSession().user.firmId > 0;
  const canExport = useCan('exportData', 'write');
  const { grouping, measure, analyticsFilter, columns, setFilter, choose } = useAnalysis(analysis);
  const title = pageTitleOf(grouping);
  useDocumentTitle(title);
  const now = useToday();
  const [adding, setAdding] = useState<{ column?: string } | null>(null);
  const query = useQuery({
    ...groupsQuery(grouping, analyticsFilter),
    enabled: isAllowed && hasFirm,
  });
  const { data, error, isPlaceholderData } = query;

  if (!isAllowed || (error instanceof ApiError && error.status === 403)) {
    return <NoAccessPage noun="analytics" />;
  }
  if (!hasFirm) return <NoFirmPage />;
  const { group = '', isChronological: inTime = false } = groupingOf(grouping) ?? {};
  const groups = displayOrder(grouping, data?.groups ?? [], measure, now);
  const bars = inTime ? groups : withoutUngrouped(groups).slice(0, MAX_BARS);
  return (
    <section className={classes.page} aria-label={title} aria-busy={isPlaceholderData || !data}>
      <header className={classes.top}>
        <Breadcrumb parts={['Reports', 'Analytics']} />
        <h1>{title}</h1>
        <p className={classes.about}>{aboutOf(grouping)}</p>
        <div className={classes.tools} role="toolbar" aria-label={`Tools for ${title.toLowerCase()}`}>
          <FilterBar
            list="policies"
            columns={columns}
            filter={analyticsFilter.filter}
            onChange={setFilter}
            adding={adding}
            onAdding={setAdding}
          />
          <span className={classes.spacer} />
          {groupings.length > 1 && (
            <NativeSelect
              aria-label="Groups"
              size="xs"
              value={grouping}
              data={groupings.map(({ name, group: item }) => ({
                value: name,
                label: `By ${item.toLowerCase()}`,
              }))}
              onChange={(event) => choose('by', event.currentTarget.value)}
            />
          )}
          <NativeSelect
            aria-label="Measure"
            size="xs"
            value={measure}
            data={measuresOf(grouping).map(({ key, label }) => ({ value: key, label }))}
            onChange={(event) => choose('measure', event.currentTarget.value)}
          />
          {canExport && <ExportGroups grouping={grouping} analyticsFilter={analyticsFilter} />}
        </div>
      </header>
      <QueryState
        query={query}
        subject="the totals"
        isEmpty={({ totals }) => totals.policyCount === 0}
        empty={
          <>
            {emptyText(grouping, analyticsFilter)}{' '}
            {analyticsFilter.filter.length > 0 && (
              <Button variant="subtle" size="compact-sm" onClick={() => setFilter([])}>
                Clear the filters
              </Button>
            )}
          </>
        }
        className={classes.state}
      >
        {(found) => (
          <div className={classes.body}>
            <div className={classes.chart} data-old={isPlaceholderData || undefined}>
              <GroupsChart
                groups={bars}
                measure={measure}
                analyticsFilter={analyticsFilter}
                isInTime={inTime}
              />
            </div>
            <ChartNote groups={groups} bars={bars} measure={measure} />
            {found.overlaps && (
              <p className={classes.about}>
                A policy in several groups appears in each but counts once in the total.
              </p>
            )}
            <SearchableGroups
              key={grouping}
              title={titleOf(grouping)}
              group={group}
              found={found}
              groups={groups}
              analyticsFilter={analyticsFilter}
              grouping={grouping}
              measure={measure}
            />
          </div>
        )}
      </QueryState>
    </section>
  );
}

function emptyText(grouping: GroupingName, { filter, searchText }: AnalyticsFilter): string {
  if (grouping === 'premiummonths') return 'No premiums are due in the next 12 months.';
  return filter.length > 0 || searchText ? 'No policies match your filters.' : 'No policies yet.';
}

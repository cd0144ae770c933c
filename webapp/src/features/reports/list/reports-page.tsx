import { IconClock, IconReport } from '@/components/icons';
import { paths } from '@/lib/paths';
import { useCan } from '@/lib/session';
import { describeFailure } from '@/lib/toast';
import { useDocumentTitle } from '@/lib/use-document-title';
import { moveBefore, moveBy, resize } from '@/list/columns/arrange';
import tools from '@/list/columns/columns.module.css';
import { ColumnsPanel } from '@/list/columns/columns-panel';
import { Grid } from '@/list/grid/grid';
import type { ColumnsUpdate } from '@/list/grid/header-menu';
import { nextSort } from '@/list/grid/next-sort';
import { useSelection } from '@/list/grid/use-selection';
import type { RowRange } from '@/list/grid/grid';
import { ListHeader } from '@/list/list-header';
import { EmptyList, LoadFailed, NoResults, NotAllowed } from '@/list/list-states';
import { SearchBox } from '@/list/search-box';
import { SelectionPanel } from '@/list/selection-panel';
import { useListState } from '@/list/state/use-list-state';
import type { Row } from '@/list/types';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { reportsQuery } from '../api/calls';
import { reportKinds, reportPath, type ReportSlug } from '../kinds';
import { reportsTable } from './report-columns';
import { filterReports, rowOf, sortRows, totalsStateOf } from './report-rows';
import { renderReportCell } from './totals-cell';
import { useReportActions } from './use-report-actions';
import { useTotalsQueue } from './use-totals-queue';
import classes from '@/list/list-page.module.css';
import type { Report } from '../api/report';

/** The user's own and shared reports of a type, with their totals. */
export function ReportsPage({ slug }: { slug: ReportSlug }) {
  const kind = reportKinds[slug];
  useDocumentTitle(kind.title);
  const isAllowed = useCan(kind.feature, 'read');
  const { queue, progress } = useTotalsQueue(kind.type);
  const seesStale = useCan('staleReports', 'read');
  const navigate = useNavigate();
  const table = useMemo(() => reportsTable(kind), [kind]);
  const state = useListState(table, `reports.${slug}`);
  const { columns, sort, search, setColumns, setSort } = state;
  const reports = useQuery({ ...reportsQuery(kind.type), enabled: isAllowed });

  const found = useMemo(() => filterReports(reports.data ?? NONE, search), [reports.data, search]);
  const byUuid = useMemo(() => new Map(found.map((report) => [report.uuid, report])), [found]);
  const rows = useMemo(
    () =>
      sortRows(
        found.map((report) => rowOf(report, totalsStateOf(report, progress))),
        sort,
        table.columns,
      ),
    [found, progress, sort, table.columns],
  );

  // Reports that scroll out of view leave the queue, unless their computation has started.
  const want = useCallback(
    ({ first, end }: RowRange) =>
      queue.want(rows.slice(first, end).flatMap(({ uuid }) => byUuid.get(uuid) ?? [])),
    [queue, rows, byUuid],
  );

  const selection = useSelection(useCallback(async (from, to) => rows.slice(from, to + 1), [rows]));
  const selected = [...selection.rows.keys()].flatMap((uuid) => byUuid.get(uuid) ?? []);
  const { clear, remove } = selection;
  const { actions, dialogs } = useReportActions(selected, progress.failed, {
    onRetry: queue.retry,
    onDeleted: remove,
  });
  useEffect(clear, [clear, slug, search]);

  const columnActions = useMemo(
    () => ({
      onSort: (column: string, direction: 'asc' | 'desc') => setSort([{ column, direction }]),
      onFilter: () => undefined,
      onHide: (key: string) => setColumns(columns.filter((column) => column.key !== key)),
      onMoveBy: (key: string, by: number) => setColumns(moveBy(columns, key, by)),
      onUpdateColumns: (change: ColumnsUpdate) => setColumns(change(columns)),
      onMoveTo: (key: string, before: string) => setColumns(moveBefore(columns, key, before)),
      onResize: (key: string, width: number) => setColumns(resize(columns, key, width)),
    }),
    [columns, setColumns, setSort],
  );

  const noun = kind.plural;
  if (!isAllowed) {
    return (
      <section className={classes.page} aria-label={kind.title}>
        <ListHeader crumbs={CRUMBS} title={kind.title} />
        <NotAllowed noun={noun} />
      </section>
    );
  }
  const failure = reports.error && !reports.data && describeFailure(undefined, reports.error);
  const isEmpty = reports.isSuccess && rows.length === 0;
  const open = (row: Row) => {
    const report = byUuid.get(row.uuid);
    return report ? reportPath(report) : paths.reports(slug);
  };
  const toList = (
    <Button component={Link} to={kind.listPath} variant="default">
      Open the list
    </Button>
  );
  return (
    <section className={classes.page} aria-label={kind.title}>
      <ListHeader crumbs={CRUMBS} title={kind.title} total={reports.data && rows.length}>
        <div className={classes.tools} role="toolbar" aria-label={`Tools for ${noun}`}>
          <div className={classes.search}>
            <SearchBox label={`Search ${noun}`} value={search} onSearch={state.setSearch} />
          </div>
          <span className={classes.spacer} />
          {seesStale && (
            <Button
              component={Link}
              to={paths.staleReports}
              className={tools.tool}
              variant="default"
              leftSection={<IconClock size={16} aria-hidden />}
              aria-label="Stale reports"
            >
              <span className={tools.wide}>Stale reports</span>
            </Button>
          )}
          <ColumnsPanel
            all={state.allColumns}
            shown={columns}
            onChange={setColumns}
            onReset={state.resetColumns}
          />
        </div>
      </ListHeader>
      <Grid
        label={kind.title}
        columns={columns}
        sort={sort}
        rowCount={failure ? 0 : reports.data ? rows.length : SKELETON_ROWS}
        rowAt={(index) => rows[index]}
        isLoading={reports.isPending}
        isStale={false}
        queryHash={search}
        onRange={want}
        totals={null}
        selection={selection}
        rowPath={open}
        renderCell={renderReportCell}
        onOpen={(row) => void navigate(open(row))}
        onSort={(column, add) => setSort(nextSort(sort, column.key, add))}
        actions={columnActions}
      >
        {failure && <LoadFailed {...failure} onRetry={() => void reports.refetch()} />}
        {isEmpty && search !== '' && <NoResults noun={noun} onClear={state.clearQuery} />}
        {isEmpty && search === '' && (
          <EmptyList
            icon={<IconReport {...ICON} />}
            title={`No ${noun} yet`}
            about={kind.about}
            action={toList}
          />
        )}
      </Grid>
      <SelectionPanel
        rows={[...selection.rows.values()]}
        total={rows.length}
        actions={actions}
        onRun={(action) => void action.run([], {})}
        onClear={clear}
      />
      {dialogs}
    </section>
  );
}

const NONE: readonly Report[] = [];
const CRUMBS = ['Reports'];
const SKELETON_ROWS = 20;
const ICON = { size: 22, stroke: 1.6, 'aria-hidden': true };

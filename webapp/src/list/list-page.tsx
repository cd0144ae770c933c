import type { Crumb } from '@/components/breadcrumb';
import { IconDownload } from '@/components/icons';
import { ApiError } from '@/lib/http';
import { storeNeighbors } from '@/lib/neighbors';
import { useSession } from '@/lib/session';
import { useIsSlow } from '@/lib/use-is-slow';
import { useModule } from '@/lib/use-module';
import { Button } from '@mantine/core';
import { listDefinition, listFailures, type ListDefinition, type ListQuery, type Sort } from 'firmbook-wasm';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { moveBefore, moveBy, resize } from './columns/arrange';
import { ColumnsPanel } from './columns/columns-panel';
import { MAX_SCROLL_ROWS } from './data/pages';
import { useExport } from './data/use-export';
import { useRows, type PageWindow } from './data/use-rows';
import { useReadableColumns } from './data/use-readable-columns';
import { useTotals } from './data/use-totals';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filters/filter-bar';
import { formatCount } from './grid/format-cell';
import { Grid } from './grid/grid';
import type { ColumnsUpdate } from './grid/header-menu';
import type { CellRenderer } from './grid/grid-row';
import { nextSort } from './grid/next-sort';
import { useSelection } from './grid/use-selection';
import { ListHeader } from './list-header';
import { SearchBox } from './search-box';
import type { SelectionAction } from './selection-bar';
import { SelectionPanel } from './selection-panel';
import { withQueryColumns } from './state/columns';
import { useListState, type ListState } from './state/use-list-state';
import type { ListSource, LoadCellEdit, LoadRowMenu, Row } from './types';
import { customLabels, useListQuery } from './use-list-query';
import { ViewsPanel } from './views/views-panel';
import classes from './list-page.module.css';

export interface ListViewProps {
  source: ListSource;
  /** Uuid of the shared report that limits the list. */
  reportUuid?: string | undefined;
  /** Embedded in another page, without breadcrumb and heading. */
  isEmbedded?: boolean;
  /** Parts of the breadcrumb before the page's own title. */
  crumbs: readonly Crumb[];
  title: string;
  /** Plural noun for the rows, as in "Search agents". Defaults to the title in lower case. */
  noun?: string;
  /** Describes the purpose of the list. Shown while it is empty. */
  about: string;
  isAllowed: boolean;
  canExport: boolean;
  /** Undefined if rows do not have their own page. */
  rowPath?: (row: Row) => string;
  /** Loads the row menu. The default one opens rows and copies their links. */
  loadRowMenu?: LoadRowMenu;
  /** Loads the cell editor. Undefined if the user cannot change the records. */
  loadCellEdit?: LoadCellEdit | undefined;
  /** Renders cells that show more than their value. */
  renderCell?: CellRenderer;
  primaryAction?: ReactNode;
  selectionActions?: readonly SelectionAction[];
  selectionNote?: ReactNode;
  /** Shown between the heading and the grid. */
  banner?: ReactNode;
  /** Replaces saved views and export, for a list that stores its query elsewhere. */
  tools?: ReactNode;
  /** An additional toolbar item, rendered with the current query. */
  extraTool?: ((exportQuery: ListQuery) => ReactNode) | undefined;
}

interface ListPageProps extends ListViewProps {
  /** The order until the user chooses one, if it is not that of the list. */
  defaultSort?: Sort[];
  /** Overrides the list's defaults and saves its table under another name. */
  variant?: { definition: ListDefinition; tableName: string };
}

const loadStates = () => import('./list-states');
const loadPlainMenu: LoadRowMenu = () => import('./row-menu/row-menu');
const INITIAL_PAGES: PageWindow = { firstPage: 0, lastPage: 0 };
const SKELETON_ROWS = 40;

/** Number of rows for which the next and previous records are remembered. */
const MAX_NEIGHBORS = 5_000;

/** Returns the paths of the loaded rows, in list order. */
function loadedPaths(
  rowAt: (index: number) => Row | undefined,
  total: number,
  pathOf: (row: Row) => string | undefined,
): string[] {
  const count = Math.min(total, MAX_NEIGHBORS);
  return Array.from({ length: count }, (_, i) => rowAt(i)).flatMap((row) => (row && pathOf(row)) ?? []);
}

/** The page of a list. */
export function ListPage({ variant, ...props }: ListPageProps) {
  const { list } = props.source;
  const definition = useMemo(() => variant?.definition ?? listDefinition(list), [variant, list]);
  const isOutside = useSession().permissions.scope === 'Shared';
  const View = isOutside && props.source.api.columns ? SharedList : FullList;
  return (
    <Suspense fallback={<section className={classes.page} aria-label={props.title} aria-busy />}>
      <View {...props} definition={definition} tableName={variant?.tableName} />
    </Suspense>
  );
}

const SharedList = lazy(async () => ({ default: (await import('./shared/shared-list')).SharedList }));

const FullList = ({ definition, ...props }: StatefulListProps) => (
  <StatefulList {...props} definition={useReadableColumns(definition)} />
);

interface StatefulListProps extends ListViewProps {
  definition: ListDefinition;
  tableName: string | undefined;
  defaultSort?: Sort[] | undefined;
}

export function StatefulList({ definition, tableName, defaultSort, ...props }: StatefulListProps) {
  const isOutside = useSession().permissions.scope === 'Shared';
  const state = useListState(definition, tableName, defaultSort);
  const { columns, allColumns, sort, filter } = state;
  const shown = useMemo(
    () => withQueryColumns(columns, allColumns, sort, filter),
    [columns, allColumns, sort, filter],
  );
  return (
    <ListView
      {...props}
      state={{ ...state, columns: shown }}
      canShareViews={tableName === undefined && !isOutside}
    />
  );
}

/** A list with search, filters, columns, totals, export and grid, for a given list state. */
export function ListView({ state, ...props }: ListViewProps & { state: ListState; canShareViews?: boolean }) {
  const { source, title, isAllowed, noun = title.toLowerCase() } = props;
  const hasFirm = useSession().user.firmId > 0;
  const primaryAction = hasFirm && props.primaryAction;
  const { columns, sort, setColumns, setSort } = state;
  const { query, queryHash } = useListQuery(state, props.reportUuid);
  const [inView, setInView] = useState(INITIAL_PAGES);
  const isReady = isAllowed && !state.isLoading;
  const rows = useRows(source, query, inView, isReady);
  const isSlow = useIsSlow(rows.total === undefined);
  const hasTotals = source.api.totals !== undefined && columns.some((column) => column.hasTotal);
  const totals = useTotals(source, query, isReady && hasTotals);
  const exporting = useExport(source);
  const selection = useSelection(rows.fetchRows);
  const [adding, setAdding] = useState<{ column?: string } | null>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const { clear } = selection;
  useEffect(clear, [clear, queryHash]);

  /** The selection for which "select all" was chosen. Changing the selection cancels it. */
  const [wholeSelection, setWholeSelection] = useState<unknown>(null);
  const isAllSelected = wholeSelection === selection.rows;

  const exportQuery = { ...query, customLabels: customLabels(columns) };

  const canExport = props.canExport && source.api.exportRows !== undefined;
  const selectionActions = [...(props.selectionActions ?? [])];
  if (canExport) {
    selectionActions.push({
      label: 'Export',
      icon: <IconDownload size={16} aria-hidden />,
      isRunning: exporting.bytes !== null,
      run: (chosen) => exporting.start({ ...exportQuery, rowUuids: chosen.map(({ uuid }) => uuid) }, 'csv'),
      runAll: () => exporting.start(exportQuery, 'csv'),
    });
  }

  const run = async (action: SelectionAction) => {
    if (isAllSelected) {
      await action.runAll?.(exportQuery, rows.total ?? 0);
      return clear();
    }
    selection.remove((await action.run([...selection.rows.values()], exportQuery)) ?? []);
  };

  const onView = useCallback(
    (next: PageWindow) =>
      setInView((old) => (old.firstPage === next.firstPage && old.lastPage === next.lastPage ? old : next)),
    [],
  );
  const actions = useMemo(
    () => ({
      onSort: (column: string, direction: 'asc' | 'desc') => setSort([{ column, direction }]),
      onFilter: (column: string) => setAdding({ column }),
      onHide: (key: string) => setColumns(columns.filter((column) => column.key !== key)),
      onMoveBy: (key: string, by: number) => setColumns(moveBy(columns, key, by)),
      onUpdateColumns: (change: ColumnsUpdate) => setColumns(change(columns)),
      onMoveTo: (key: string, before: string) => setColumns(moveBefore(columns, key, before)),
      onResize: (key: string, width: number) => setColumns(resize(columns, key, width)),
    }),
    [columns, setColumns, setSort],
  );

  const isRefused = !isAllowed || (rows.error instanceof ApiError && rows.error.status === 403);
  const isEmpty = rows.total === 0 && !rows.isStale;
  const States = useModule(loadStates, isRefused || isEmpty || rows.error !== null);
  if (isRefused) {
    return (
      <section className={classes.page} aria-label={title}>
        {!props.isEmbedded && <ListHeader crumbs={props.crumbs} title={title} />}
        {States && <States.NotAllowed noun={noun} />}
      </section>
    );
  }

  // The server sends `canOpen` only to outside advisors.
  const pathOf = (row: Row) => (row.canOpen === false ? undefined : props.rowPath?.(row));
  const isNarrowed = state.search !== '' || state.filter.length > 0;
  const failure = rows.error && listFailures(source.list).load;
  const tools = (
    <div className={classes.tools} role="toolbar" aria-label={`Tools for ${noun}`}>
      <div className={classes.search}>
        <SearchBox label={`Search ${noun}`} value={state.search} onSearch={state.setSearch} />
      </div>
      <FilterBar
        list={source.list}
        columns={state.allColumns}
        filter={state.filter}
        onChange={state.setFilter}
        adding={adding}
        onAdding={setAdding}
      />
      <div className={classes.listTools}>
        {hasFirm && props.extraTool?.(exportQuery)}
        {!props.tools && (
          <ViewsPanel
            noun={noun}
            list={state.storedList}
            canShare={props.canShareViews === true}
            views={state.views}
            currentView={state.currentView}
            onShow={state.showView}
            onChanged={state.setViews}
          />
        )}
        <ColumnsPanel
          all={state.allColumns}
          shown={columns}
          onChange={setColumns}
          onReset={state.resetColumns}
        />
        {props.tools}
        {!props.tools && canExport && (
          <ExportMenu
            bytes={exporting.bytes}
            onStart={(format) => void exporting.start(exportQuery, format)}
            onStop={exporting.stop}
          />
        )}
        {props.isEmbedded && primaryAction}
      </div>
    </div>
  );
  return (
    <section className={classes.page} aria-label={title}>
      {props.isEmbedded ? (
        <div className={classes.top}>{tools}</div>
      ) : (
        <ListHeader
          crumbs={props.crumbs}
          title={title}
          total={rows.total}
          loadedAt={rows.loadedAt}
          action={primaryAction}
        >
          {props.banner}
          {tools}
        </ListHeader>
      )}
      {rows.total !== undefined && rows.total > MAX_SCROLL_ROWS && (
        <p className={classes.limit} role="status">
          The first {formatCount(MAX_SCROLL_ROWS)} are shown. Search or filter to reach the others; totals and
          export have them all.
        </p>
      )}
      {rows.isFetching && rows.isStale && <div className={classes.progress} />}
      <Grid
        label={title}
        columns={columns}
        sort={sort}
        rowCount={failure ? 0 : Math.min(rows.total ?? (isSlow ? SKELETON_ROWS : 0), MAX_SCROLL_ROWS)}
        rowAt={rows.rowAt}
        isLoading={rows.total === undefined}
        isStale={rows.isStale}
        queryHash={queryHash}
        onView={onView}
        totals={
          hasTotals && !isEmpty && !failure
            ? {
                data: totals.data,
                isStale: totals.isFetching || rows.isStale,
                failed: totals.isError,
                onRecount: () => void totals.refetch(),
              }
            : null
        }
        selection={selection}
        isAllSelected={isAllSelected}
        rowPath={pathOf}
        renderCell={props.renderCell}
        onOpen={(row) => {
          const path = pathOf(row);
          if (!path) return;
          storeNeighbors(loadedPaths(rows.rowAt, rows.total ?? 0, pathOf), pathname + search);
          void navigate(path);
        }}
        loadRowMenu={props.rowPath && (props.loadRowMenu ?? loadPlainMenu)}
        loadCellEdit={props.loadCellEdit}
        onSort={(column, add) => column.canSort && setSort(nextSort(sort, column.key, add))}
        actions={actions}
      >
        {States && failure && <States.LoadFailed {...failure} onRetry={rows.retry} />}
        {States &&
          isEmpty &&
          (isNarrowed ? (
            <States.NoResults noun={noun} onClear={state.clearQuery} />
          ) : hasFirm ? (
            <States.EmptyList title={`No ${noun} yet`} about={props.about} action={primaryAction} />
          ) : (
            <States.NoFirm />
          ))}
      </Grid>
      {rows.someFailed && (
        <div className={classes.note} role="alert">
          Some rows could not be loaded.
          <Button variant="subtle" size="compact-xs" onClick={rows.retry}>
            Retry
          </Button>
        </div>
      )}
      <SelectionPanel
        rows={[...selection.rows.values()]}
        total={rows.total}
        actions={selectionActions}
        isAllSelected={isAllSelected}
        onSelectAll={() => setWholeSelection(selection.rows)}
        note={props.selectionNote}
        onRun={(action) => void run(action)}
        onClear={clear}
      />
    </section>
  );
}

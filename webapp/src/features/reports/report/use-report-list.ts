import { useCustomColumns } from '@/list/data/custom-fields';
import { publicColumns } from '@/list/private-columns';
import { useListStateWithTable } from '@/list/state/use-list-state';
import type { ListSource } from '@/list/types';
import { useIsLeaving } from '@/list/use-is-leaving';
import { customLabels, useListQuery } from '@/list/use-list-query';
import { listDefinition, type TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryOf } from '../api/query-of';
import { kindOfType } from '../kinds';
import { addressOf, sameQuery, tableOf, withExistingColumns, withinReport } from './report-query';
import type { Report, ReportQuery } from '../api/report';

/** Reports have no views. */
const ignore = () => undefined;

/** Manages the list state of an open report. Starts with the saved query and tracks changes to it. */
export function useReportList(report: Report) {
  const { list } = kindOfType(report.reportType);
  const definition = useMemo(() => publicColumns(listDefinition(list)), [list]);
  const named = useCustomColumns(definition);
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const { search } = useLocation();
  /** The version the list is based on. */
  const [base, setBase] = useState(report);
  const savedQuery = useMemo(
    () => withExistingColumns(base.query, definition.columns),
    [base.query, definition],
  );
  const [table, setTable] = useState<TableState>(() => tableOf(savedQuery));

  // An open report always has its columns in the URL. If they are missing, the report is still being
  // opened.
  const hasUrlState = new URLSearchParams(search).has('c');
  const shown = useRef(hasUrlState ? savedQuery : null);
  const show = useCallback(
    (query: ReportQuery) =>
      void navigate({ search: addressOf(query, new URLSearchParams(search)) }, { replace: true }),
    [navigate, search],
  );
  useEffect(() => {
    if ((hasUrlState && shown.current === savedQuery) || isLeaving()) return;
    shown.current = savedQuery;
    show(savedQuery);
  }, [hasUrlState, savedQuery, show, isLeaving]);

  const storedTable = useMemo(
    () => ({
      list: null,
      saved: hasUrlState ? table : null,
      isLoading: !hasUrlState,
      save: setTable,
      setViews: ignore,
    }),
    [hasUrlState, table],
  );
  const state = useListStateWithTable(named, storedTable);
  const { query } = useListQuery(state);
  const currentQuery = useMemo(
    () => queryOf({ ...query, customLabels: customLabels(state.columns) }),
    [query, state.columns],
  );
  const isChanged = hasUrlState && !sameQuery(currentQuery, savedQuery);

  /** Switches the list to a saved version. */
  const reset = (next: Report) => {
    const nextQuery = withExistingColumns(next.query, definition.columns);
    setBase(next);
    setTable((before) => tableOf(nextQuery, before.columns));
  };
  const discard = () => {
    reset(report);
    show(withExistingColumns(report.query, definition.columns));
  };

  // Another user saved a newer version. Show it, unless there are unsaved changes.
  if (report.version > base.version) {
    if (!isChanged) reset(report);
    else if (sameQuery(report.query, base.query)) setBase(report);
  }

  return { base, state, currentQuery, isChanged, reset, discard };
}

/** Returns the source of a list, limited to the rows of a report. */
export function useReportSource(source: ListSource, report: Report): ListSource {
  return useMemo(() => {
    const { search, totals } = source.api;
    return {
      ...source,
      key: [...source.key, 'report', report.uuid, String(report.version)],
      api: {
        search: (query, signal) => search(withinReport(query, report), signal),
        ...(totals && { totals: (query, signal) => totals(withinReport(query, report), signal) }),
      },
    };
    // The version changes with every other property that `withinReport` uses.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [source, report.uuid, report.version]);
}

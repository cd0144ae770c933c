import { useCustomColumns } from '@/list/data/custom-fields';
import { publicColumns } from '@/list/private-columns';
import { useListStateOf } from '@/list/state/use-list-state';
import type { ListSource } from '@/list/types';
import { useIsLeaving } from '@/list/use-is-leaving';
import { customLabels, useQuestion } from '@/list/use-question';
import { listDefinition, type TableState } from 'firmbook-wasm';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryOf } from '../api/query-of';
import { kindOfType } from '../kinds';
import { addressOf, answerable, sameQuery, tableOf, within } from './question';
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
  const asSaved = useMemo(() => answerable(base.query, definition.columns), [base.query, definition]);
  const [table, setTable] = useState<TableState>(() => tableOf(asSaved));

  // An open report always has its columns in the URL. If they are missing, the report is still being
  // opened.
  const isBegun = new URLSearchParams(search).has('c');
  const shown = useRef(isBegun ? asSaved : null);
  const show = useCallback(
    (query: ReportQuery) =>
      void navigate({ search: addressOf(query, new URLSearchParams(search)) }, { replace: true }),
    [navigate, search],
  );
  useEffect(() => {
    if ((isBegun && shown.current === asSaved) || isLeaving()) return;
    shown.current = asSaved;
    show(asSaved);
  }, [isBegun, asSaved, show, isLeaving]);

  const kept = useMemo(
    () => ({
      list: null,
      saved: isBegun ? table : null,
      isLoading: !isBegun,
      save: setTable,
      setViews: ignore,
    }),
    [isBegun, table],
  );
  const state = useListStateOf(named, kept);
  const { question } = useQuestion(state);
  const asked = useMemo(
    () => queryOf({ ...question, customLabels: customLabels(state.columns) }),
    [question, state.columns],
  );
  const isChanged = isBegun && !sameQuery(asked, asSaved);

  /** Switches the list to a saved version. */
  const adopt = (next: Report) => {
    const query = answerable(next.query, definition.columns);
    setBase(next);
    setTable((before) => tableOf(query, before.columns));
  };
  const discard = () => {
    adopt(report);
    show(answerable(report.query, definition.columns));
  };

  // Another user saved a newer version. Show it, unless there are unsaved changes.
  if (report.version > base.version) {
    if (!isChanged) adopt(report);
    else if (sameQuery(report.query, base.query)) setBase(report);
  }

  return { base, state, asked, isChanged, adopt, discard };
}

/** Returns the source of a list, limited to the rows of a report. */
export function useReportSource(source: ListSource, report: Report): ListSource {
  return useMemo(() => {
    const { search, totals } = source.api;
    return {
      ...source,
      key: [...source.key, 'report', report.uuid, String(report.version)],
      api: {
        search: (query, signal) => search(within(query, report), signal),
        ...(totals && { totals: (query, signal) => totals(within(query, report), signal) }),
      },
    };
    // The version changes with every other property that `within` uses.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [source, report.uuid, report.version]);
}

import { formatListUrl, parseListUrl } from '@/list/state/list-url';
import type { GridColumn } from '@/list/types';
import { listDefinition, type Analysis, type FilterItem } from 'firmbook-wasm';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AnalyticsFilter } from './api';
import type { GroupingName } from './groupings';
import { firstMeasure, hasMeasure, type Measure } from './measures';

/** Manages the state of an analysis in the URL: grouping, measure and filter. */
export function useAnalysis({ groupings }: Analysis) {
  const { search: queryString } = useLocation();
  const navigate = useNavigate();
  const columns = useMemo(
    () =>
      listDefinition('policies').columns.map((column): GridColumn =>
        Object.assign({ label: column.defaultLabel, width: 0 }, column),
      ),
    [],
  );
  const params = useMemo(() => new URLSearchParams(queryString), [queryString]);
  const url = useMemo(() => parseListUrl(params, columns), [params, columns]);
  const analyticsFilter: AnalyticsFilter = { filter: url.filter, searchText: url.search || null };
  const chosen = params.get('measure');
  const grouping = (groupings.find(({ name }) => name === params.get('by')) ?? groupings[0])
    ?.name as GroupingName;
  const measure: Measure = hasMeasure(grouping, chosen) ? chosen : firstMeasure(grouping);

  const setFilter = (filter: FilterItem[]) =>
    void navigate({ search: formatListUrl({ ...url, filter }, params) }, { preventScrollReset: true });

  const choose = (name: 'by' | 'measure', value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    void navigate(
      { search: formatListUrl(url, next) },
      { replace: true, flushSync: true, preventScrollReset: true },
    );
  };
  return { grouping, measure, analyticsFilter, columns, setFilter, choose };
}

import { QueryState } from '@/components/query-state';
import { call } from '@/lib/http';
import { formatCount } from '@/list/grid/format-cell';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import classes from '../analytics.module.css';
import { PANELS, UPCOMING } from './panels';
import { TrendPanel } from './trend-panel';

/** Selectable ranges, in months. */
const RANGES = [12, 24, 36, 60] as const;

/** Monthly trends of the book, and what ends in the next 12 months. */
export function Trends() {
  const [params, setParams] = useSearchParams();
  const months = RANGES.find((count) => count === Number(params.get('months'))) ?? 24;
  const trends = useQuery({
    queryKey: ['trends', months],
    queryFn: ({ signal }) => call('GET', 'Insights/trends', { query: { months }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.trends} aria-label="Trends" aria-busy={trends.isFetching}>
      <div className={classes.trendsHead}>
        <h2>Trends</h2>
        <NativeSelect
          aria-label="Date range"
          size="xs"
          value={String(months)}
          data={RANGES.map((count) => ({ value: String(count), label: `Last ${count} months` }))}
          onChange={({ currentTarget: { value } }) =>
            setParams(
              (before) => {
                before.set('months', value);
                return before;
              },
              { replace: true },
            )
          }
        />
      </div>
      <QueryState query={trends} subject="the trends" className={classes.about}>
        {(found) => (
          <>
            <div className={`${classes.panels} ${classes.thirds}`}>
              {PANELS.map((panel) => (
                <TrendPanel key={panel.title} panel={panel} rows={found.months} />
              ))}
              <TrendPanel panel={UPCOMING} rows={found.ahead} />
            </div>
            {found.leftOut > 0 && (
              <p className={classes.about}>
                {found.leftOut === 1 ? '1 policy is' : `${formatCount(found.leftOut)} policies are`} not
                counted, because the issue date, or the status date of an ended policy, is missing.
              </p>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}

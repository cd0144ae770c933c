import { numeric, TableHead } from '@/components/data-table';
import { IconDownload } from '@/components/icons';
import { saveResponse } from '@/lib/download';
import { useCan } from '@/lib/session';
import { useModule } from '@/lib/use-module';
import { ActionIcon } from '@mantine/core';
import classes from '../analytics.module.css';
import { csvOf, monthLabel, summaryOf, type Panel } from './panels';

const loadChart = () => import('./trend-chart');

interface TrendPanelProps<T> {
  panel: Panel<T>;
  rows: readonly T[];
}

/** A chart with its summary, its table and a CSV file. */
export function TrendPanel<T extends { month: string }>({ panel, rows }: TrendPanelProps<T>) {
  const { title, about, unit, series } = panel;
  const Chart = useModule(loadChart, true)?.TrendChart;
  const canExport = useCan('exportData', 'write');
  const isAhead = panel.shape === 'stacked';
  const download = () =>
    saveResponse(
      new Response(csvOf(panel, rows), { headers: { 'content-type': 'text/csv;charset=utf-8' } }),
      `${title}.csv`,
    );
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        {canExport && (
          <ActionIcon
            aria-label={`Export ${title} as CSV`}
            title="Export as CSV"
            onClick={() => void download()}
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={classes.about}>
        {about} {summaryOf(panel, rows)}
      </p>
      <div className={classes.trendChart}>{Chart && <Chart panel={panel} rows={rows} />}</div>
      <details className={classes.figuresOfTrend}>
        <summary>Show figures</summary>
        <table className={classes.groups} aria-label={title}>
          <TableHead columns={['Month', ...series.map(({ label }) => numeric(label))]} />
          <tbody>
            {(isAhead ? rows : rows.toReversed()).map((row) => (
              <tr key={row.month}>
                <th scope="row">{monthLabel(row.month)}</th>
                {series.map(({ key }) => (
                  <td key={key} data-number>
                    {unit.full(row[key] as string | number | null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

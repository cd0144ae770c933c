import { DataTable, numeric } from '@/components/data-table';
import { useModule } from '@/lib/use-module';
import { Timestamp } from '@/record/facts';
import { choices, formatDate, formatMoney, type ValueSnapshot } from 'firmbook-wasm';
import type { AnyRecord } from '../../api/get-contract';
import { formatPercent } from '@/lib/percent';
import type { LineOfBusiness } from '../../lines-of-business';
import classes from '@/record/tab.module.css';
import { COLUMNS, historyOf, pointsOf } from './history';

const loadChart = () => import('./values-chart');

/** Value history of a contract: chart and table. */
export function ValuesTab({ line, record }: { line: LineOfBusiness; record: AnyRecord }) {
  const history = historyOf(line.noun, record);
  const points = pointsOf(history);
  const Chart = useModule(loadChart, points.length > 1)?.ValuesChart;
  if (history.length === 0) {
    return <p className={classes.empty}>No values recorded yet. Each day with a change adds a row.</p>;
  }
  const columns = COLUMNS[line.noun].filter(({ key }) => history.some(({ values }) => values[key]));
  return (
    <div className={classes.part}>
      {points.length > 1 && (
        <div className={classes.chart}>{Chart && <Chart noun={line.noun} points={points} />}</div>
      )}
      <DataTable
        caption="Values by date"
        label="Values by date"
        columns={['As of', ...columns.map(({ label }) => numeric(label)), 'Source', 'Recorded']}
      >
        {history.map((snapshot) => (
          <tr key={`${snapshot.asOf} ${snapshot.recordedAt}`}>
            <th scope="row">{formatDate(snapshot.asOf)}</th>
            {columns.map(({ key, isRate }) => (
              <td key={key} data-number>
                {shown(snapshot, key, isRate)}
              </td>
            ))}
            <td>{choices('recordSource').find(({ code }) => code === snapshot.source)?.label}</td>
            <td>
              <Timestamp at={snapshot.recordedAt} />
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function shown({ values }: ValueSnapshot, key: keyof ValueSnapshot['values'], isRate?: boolean): string {
  const value = values[key];
  if (value === null) return '-';
  return isRate ? formatPercent(String(value)) : formatMoney(String(value), 2);
}

import { useModule } from '@/lib/use-module';
import { Moment } from '@/record/facts';
import { choices, formatDate, formatMoney, type ValueSnapshot } from 'firmbook-wasm';
import type { AnyRecord } from '../../api/get-contract';
import { formatPercent } from '../../fields';
import type { LineOfContract } from '../../lines';
import classes from '@/record/tables.module.css';
import { COLUMNS, pointsOf } from './history';

const loadChart = () => import('./values-chart');

/** Value history of a contract: chart and table. */
export function ValuesTab({ line, record }: { line: LineOfContract; record: AnyRecord }) {
  const points = pointsOf(record.values);
  const Chart = useModule(loadChart, points.length > 1)?.ValuesChart;
  if (record.values.length === 0) {
    return (
      <p className={classes.empty}>
        Nothing is recorded yet. From the first change of its values on, each day has its line here.
      </p>
    );
  }
  const columns = COLUMNS[line.noun].filter(({ key }) => record.values.some(({ values }) => values[key]));
  return (
    <div className={classes.part}>
      {points.length > 1 && (
        <div className={classes.chart}>{Chart && <Chart noun={line.noun} points={points} />}</div>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Values by date">
        <table className={classes.table}>
          <caption>Values by date</caption>
          <thead>
            <tr>
              <th scope="col">As of</th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col" data-number>
                  {label}
                </th>
              ))}
              <th scope="col">Source</th>
              <th scope="col">Recorded</th>
            </tr>
          </thead>
          <tbody>
            {record.values.map((snapshot) => (
              <tr key={`${snapshot.asOf} ${snapshot.recordedAt}`}>
                <th scope="row">{formatDate(snapshot.asOf)}</th>
                {columns.map(({ key, isRate }) => (
                  <td key={key} data-number>
                    {shown(snapshot, key, isRate)}
                  </td>
                ))}
                <td>{choices('recordSource').find(({ code }) => code === snapshot.source)?.label}</td>
                <td>
                  <Moment at={snapshot.recordedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function shown({ values }: ValueSnapshot, key: keyof ValueSnapshot['values'], isRate?: boolean): string {
  const value = values[key];
  if (value === null) return '-';
  return isRate ? formatPercent(String(value)) : formatMoney(String(value), 2);
}

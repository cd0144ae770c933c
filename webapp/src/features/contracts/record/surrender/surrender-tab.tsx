import { DataTable, numeric } from '@/components/data-table';
import { useModule } from '@/lib/use-module';
import { useToday } from '@/lib/today';
import { formatDate, type Annuity } from 'firmbook-wasm';
import { formatPercent } from '@/lib/percent';
import classes from '@/record/tab.module.css';
import { currentCharge, yearsOf } from './surrender-years';

const COLUMNS = ['Contract year', 'From', 'To', numeric('Charge')];
const loadChart = () => import('./surrender-chart');

/** Surrender charges of an annuity by contract year: chart and table. */
export function SurrenderTab({ annuity }: { annuity: Annuity }) {
  const now = useToday();
  const years = yearsOf(annuity, now);
  const headline = currentCharge(annuity, now);
  const Chart = useModule(loadChart, years.length > 0)?.SurrenderChart;
  if (years.length === 0) return <p className={classes.empty}>No surrender charges.</p>;
  return (
    <div className={classes.part}>
      {headline && <h2>{headline}</h2>}
      <div className={classes.chart}>{Chart && <Chart years={years} />}</div>
      <DataTable caption="Surrender charges" label="Surrender charge by year" columns={COLUMNS}>
        {years.map(({ year, from, to, charge, isNow }) => (
          <tr key={year} data-now={isNow || undefined} aria-current={isNow ? 'date' : undefined}>
            <th scope="row">
              {year}
              {isNow && ' (now)'}
            </th>
            <td>{from ? formatDate(from) : '-'}</td>
            <td>{to ? formatDate(to) : '-'}</td>
            <td data-number>{formatPercent(charge)}</td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
